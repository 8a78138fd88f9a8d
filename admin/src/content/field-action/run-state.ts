import type { Completion, CompletionChunk } from '../../../../contracts/completion';
import type { ContentRunEvent } from '../../../../contracts/content';
import type { ErrorBody } from '../../../../contracts/errors';
import type { Refusal } from '../../api/read-playground';

/**
 * One run as far as it has come. `stopped` was hung up by the person, `broken` by the connection; both keep what had
 * come until then.
 */
export interface ContentRun {
  status: 'running' | 'finished' | 'failed' | 'stopped' | 'refused' | 'broken';
  /** the answer so far */
  text: string;
  /** when it is finished */
  completion: Completion | null;
  /** when it failed */
  error: ErrorBody | null;
  /** when it was refused */
  refusal: Refusal | null;
}

export type ContentRunStep =
  | { type: 'event'; event: ContentRunEvent }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'stopped' }
  /** the connection ended; without a result it should not have */
  | { type: 'ended' };

/** A run that has just been started. */
export const STARTED: ContentRun = {
  status: 'running',
  text: '',
  completion: null,
  error: null,
  refusal: null,
};

const textOf = ({ choices }: CompletionChunk): string =>
  choices.map(({ delta }) => delta.content ?? '').join('');

const takeEvent = (run: ContentRun, event: ContentRunEvent): ContentRun => {
  if (event.type === 'chunk') return { ...run, text: run.text + textOf(event.chunk) };
  const { result } = event;
  if ('error' in result) return { ...run, status: 'failed', error: result.error };
  return {
    ...run,
    status: 'finished',
    completion: result,
    // what was repaired, or came from a fallback, is not what was streamed
    text: result.choices[0].message.content ?? run.text,
  };
};

/** What becomes of a run with its next step. Whatever comes after its end is late and changes nothing. */
export const takeStep = (run: ContentRun, step: ContentRunStep): ContentRun => {
  if (run.status !== 'running') return run;
  switch (step.type) {
    case 'event':
      return takeEvent(run, step.event);
    case 'refused':
      return { ...run, status: 'refused', refusal: step.refusal };
    case 'stopped':
      return { ...run, status: 'stopped' };
    case 'ended':
      return { ...run, status: 'broken' };
  }
};
