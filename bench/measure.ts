import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ask } from './child';
import type { BenchSite } from './bench-site';
import { NUMBER_MARK, loadResult } from './load-order';
import type { LoadResult } from './load-order';
import { cpuMs } from './process-stats';
import type { Target } from './targets';

/** How long rows may take to reach the database after the last answer. */
const SETTLE_MS = 60_000;
const LOAD_MS = 900_000;

export interface Measurement {
  answers: number;
  perSecond: number;
  /** milliseconds */
  p50: number;
  p95: number;
  p99: number;
  /** CPU of the server's process for one answer, in milliseconds, with its log row; null where it cannot be known */
  cpuMs: number | null;
}

export interface MeterOptions {
  site: BenchSite;
  load: ChildProcess;
  withoutLog: boolean;
  /** told in words whatever must not happen in a run that is to be believed */
  complain(what: string): void;
}

const nothing = z.object({});
const firstAnswer = z.looseObject({ meta: z.object({ cached: z.boolean() }).optional() });

export const createMeter = ({ site, load, withoutLog, complain }: MeterOptions) => {
  let answered = 0;
  // of ten digits from the start, so that every request has the same length
  let nextNumber = 1_000_000_000;

  let isLogOn = !withoutLog;
  const switchLogFor = async ({ who }: Target): Promise<void> => {
    const shouldBeOn = !withoutLog && who !== 'plugin, log off';
    if (shouldBeOn === isLogOn) return;
    await ask(site.child, { question: 'switchLog', isOn: shouldBeOn }, nothing);
    isLogOn = shouldBeOn;
  };

  /** Waits until every answer of the plugin so far has its row: what they cost belongs to who caused it. */
  const settle = async (): Promise<void> => {
    if (withoutLog) return;
    for (const deadline = Date.now() + SETTLE_MS; ; await pause(50)) {
      const { id } = await ask(site.child, { question: 'newestLog' }, z.object({ id: z.number() }));
      if (id >= answered) return;
      if (Date.now() > deadline)
        return complain(`after ${SETTLE_MS / 1000} s there are ${id} log rows for ${answered} answers`);
    }
  };

  const check = (what: string, { statuses, lost }: LoadResult): void => {
    for (const [status, count] of Object.entries(statuses)) {
      if (status !== '200') complain(`${what}: ${count} answers with status ${status}`);
    }
    if (lost > 0) complain(`${what}: ${lost} requests without an answer`);
  };

  /** One request, for what is in the answer. */
  const probe = async (target: Target) => {
    const { who, port, path: route, headers, body } = target;
    await switchLogFor(target);
    const response = await fetch(`http://127.0.0.1:${port}${route}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: body.replace(NUMBER_MARK, String((nextNumber += 1))),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${who} ${route} answered ${response.status}: ${text}`);
    if (who === 'plugin') answered += 1;
    return firstAnswer.parse(JSON.parse(text));
  };

  const measure = async (
    what: string,
    target: Target,
    howMuch: { concurrency: number; seconds?: number; requests?: number },
    profile?: string,
  ): Promise<Measurement> => {
    const isProfiled = profile !== undefined && target.pid === site.child.pid;
    await switchLogFor(target);
    if (isProfiled) await ask(site.child, { question: 'startProfile' }, nothing);
    const { port, path: route, headers, body } = target;
    const order = { port, path: route, headers, body, firstNumber: nextNumber, ...howMuch };
    const cpuBefore = cpuMs(target.pid);
    const result = await ask(load, order, loadResult, LOAD_MS);
    nextNumber += result.answers + result.lost + howMuch.concurrency;
    if (target.who === 'plugin') {
      answered += result.answers;
      await settle();
    }
    const cpuAfter = cpuMs(target.pid);
    if (isProfiled) {
      mkdirSync(profile, { recursive: true });
      const file = path.resolve(profile, `${what.replaceAll(/[^a-z0-9]+/g, '-')}.cpuprofile`);
      await ask(site.child, { question: 'writeProfile', file }, nothing);
    }
    check(what, result);
    return {
      answers: result.answers,
      perSecond: result.answers / result.seconds,
      p50: result.p50 ?? NaN,
      p95: result.p95 ?? NaN,
      p99: result.p99 ?? NaN,
      cpuMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / result.answers,
    };
  };

  /** Compares answers with log rows: each has one, and no row is there twice. */
  const countRows = async (): Promise<string> => {
    if (withoutLog) return 'not written, as asked';
    await settle();
    const { rows, runs } = await ask(
      site.child,
      { question: 'countLogs' },
      z.object({ rows: z.number(), runs: z.number() }),
    );
    if (rows !== answered || runs !== answered) {
      complain(`${answered} answers, but ${rows} log rows of ${runs} runs`);
    }
    return `${answered} answers of the plugin, ${rows} log rows of ${runs} runs`;
  };

  return { probe, measure, countRows };
};

export type Meter = ReturnType<typeof createMeter>;
