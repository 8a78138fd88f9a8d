import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { ContentSource } from '../services/content-tools';
import type { RunTool } from './context';

export interface RenderPassParts {
  /** What runs tools for one of the sources that the log tells apart; its runs never reject. */
  run(source: ContentSource, signal: AbortSignal): RunTool;
  /** runs under way at a time */
  maxConcurrent: number;
  /** counted from the start of the pass */
  deadlineMs: number;
  /** aborts when nobody waits for the answer any more */
  hangUp: AbortSignal;
}

export interface RenderPass {
  /** aborts when it is too late for more, or when nobody waits any more */
  signal: AbortSignal;
  /** The same inputs are run once, for whoever was first. Never rejects: what is not there in time is empty. */
  runAs(source: ContentSource): RunTool;
  /** Forgets the deadline; to be called when everything is rendered. */
  close(): void;
}

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/** The runs of everything that is rendered for one answer. */
export const createRenderPass = ({ run, maxConcurrent, deadlineMs, hangUp }: RenderPassParts): RenderPass => {
  const controller = new AbortController();
  const { signal } = controller;
  // every place listens to it, and a long list has hundreds
  setMaxListeners(0, signal);
  const ended = new Promise<''>((resolve) => {
    signal.addEventListener('abort', () => resolve(''), { once: true });
  });
  const end = () => controller.abort();
  const timer = setTimeout(end, deadlineMs);
  const close = () => {
    clearTimeout(timer);
    hangUp.removeEventListener('abort', end);
  };
  hangUp.addEventListener('abort', end, { once: true });
  if (hangUp.aborted) end();

  const limit = pLimit(maxConcurrent);
  const runs = new Map<string, Promise<string>>();

  return {
    signal,
    runAs: (source) => (slug, inputs) => {
      const key = JSON.stringify([slug, inputs], inOrder);
      const known = runs.get(key);
      if (known) return known;
      // one that waits for its turn has not cost anything yet, and does not after the end
      const work = limit(() => (signal.aborted ? '' : run(source, signal)(slug, inputs)));
      const result = Promise.race([work, ended]);
      runs.set(key, result);
      return result;
    },
    close,
  };
};
