import fc from 'fast-check';
import { adminRequest } from './admin-requests';
import type { Watched } from './canaries';
import { executeRequest, toolsRequest } from './execute-requests';
import { createKnown } from './places';
import { describeRequest } from './request';
import type { FuzzAnswer, FuzzRequest } from './request';
import { createSender } from './send';
import type { FuzzSite, Memory } from './site';
import { findFault } from './verdict';

/** So many at once, at most: what happens between requests is tried as well. */
const WAVE = 12;
/** Waves that follow each other without waiting for the others'. */
const LANES = 8;
const REQUESTS_IN_PART = 2000;
/** Some four times what a part takes: the rest is generated to be left unsent, which takes longer than one would think. */
const WAVES_IN_LANE = 150;
const SHRINK_MS = 60_000;
const SIGNED_IN_MS = 8 * 60_000;
const MOST_FAULTS = 10;

/** What a run is about: a part of the routes, or all of them. */
const REQUESTS: Record<'execute' | 'admin' | 'all', fc.Arbitrary<FuzzRequest>> = {
  execute: fc.oneof({ weight: 12, arbitrary: executeRequest }, { weight: 1, arbitrary: toolsRequest }),
  admin: adminRequest,
  all: fc.oneof(
    { weight: 24, arbitrary: executeRequest },
    { weight: 24, arbitrary: adminRequest },
    { weight: 2, arbitrary: toolsRequest },
  ),
};

/** Of a route: how many requests ended with each status, `-` for those without one, and how long they took. */
export interface RouteFigures {
  statuses: Map<string, number>;
  totalMs: number;
  slowestMs: number;
}
export type Histogram = Map<string, RouteFigures>;

export interface CampaignResult {
  sent: number;
  histogram: Histogram;
  /** after each part */
  memory: Memory[];
  /** what was found, each with the request and what sends it again */
  faults: string[];
}

export interface CampaignOptions {
  site: FuzzSite;
  requests: number;
  seed: number;
  tell(line: string): void;
  routes?: keyof typeof REQUESTS;
  /** ends the run before its time */
  mostFaults?: number;
  /** whether the site is being taken away, which is no fault of its */
  isStopping?(): boolean;
}

interface Found {
  fault: string;
  request: FuzzRequest;
  answer: FuzzAnswer;
}

const describeFault = (
  { seed, counterexamplePath, numShrinks }: fc.RunDetails<[FuzzRequest[]]>,
  { fault, request: faulty, answer }: Found,
  together: number,
): string =>
  [
    `FAULT: ${fault}`,
    `seed ${seed}, path ${counterexamplePath}, shrunk ${numShrinks} times`,
    together > 1 ? `sent at once with ${together - 1} others:` : 'sent alone:',
    describeRequest(faulty),
    `answer: ${answer.status} ${answer.text.slice(0, 1500)}`,
  ].join('\n');

/** In case that nothing smaller is ever told. */
const describeFirst = ({ request }: Found): string => `, beginning with\n${describeRequest(request)}`;

const describeError = (error: unknown): string => String(Object(error).stack ?? error);

const describeMemory = ({ heap, rss, handles, longestTurnMs, cpuSeconds }: Memory): string =>
  [
    `heap ${(heap / 2 ** 20).toFixed(1)} MiB`,
    `resident ${(rss / 2 ** 20).toFixed(0)} MiB`,
    `${handles} handles`,
    `longest turn ${longestTurnMs.toFixed(0)} ms`,
    `${cpuSeconds.toFixed(0)} s of CPU so far`,
  ].join(', ');

/** Sends generated requests to a site until there were enough of them, or too much was found. */
export const runCampaign = async (options: CampaignOptions): Promise<CampaignResult> => {
  const { site, requests, seed, tell, routes = 'all', mostFaults = MOST_FAULTS } = options;
  const { isStopping = () => false } = options;
  const wave = fc.array(REQUESTS[routes], { minLength: 1, maxLength: WAVE, size: 'max' });
  const known = createKnown();
  const sender = createSender(site, known);
  const histogram: Histogram = new Map();
  const memory: Memory[] = [];
  const faults: string[] = [];
  let watched: Watched = { secrets: {} };
  let sent = 0;
  let signedInAt = 0;
  let admin = '';

  const report = (description: string) => {
    if (isStopping()) return;
    faults.push(description);
    tell(description);
  };

  const count = (route: string, status: number | null, tookMs: number) => {
    const figures = histogram.get(route) ?? { statuses: new Map(), totalMs: 0, slowestMs: 0 };
    const name = status === null ? '-' : String(status);
    figures.statuses.set(name, (figures.statuses.get(name) ?? 0) + 1);
    figures.totalMs += tookMs;
    figures.slowestMs = Math.max(figures.slowestMs, tookMs);
    histogram.set(route, figures);
  };

  const prepare = async () => {
    const { tools } = await site.restore();
    if (Date.now() - signedInAt > SIGNED_IN_MS) {
      admin = await site.signIn();
      signedInAt = Date.now();
    }
    const { jwt, token, basic, tokenAsPassword, articles, folder } = site;
    known.set({
      tool: tools.map(({ id }) => id),
      updated: tools.map(({ updatedAt }) => updatedAt),
      slug: tools.map(({ slug }) => slug),
      article: articles,
      admin: [admin],
      jwt: [`Bearer ${jwt}`],
      token: [`Bearer ${token}`],
      basic: [basic],
      tokenAsPassword: [tokenAsPassword],
    });
    watched = { secrets: { folder, jwt, token, 'an admin token': admin.slice('Bearer '.length) } };
  };

  const runLane = async (laneSeed: number, until: number): Promise<void> => {
    let found: Found | null = null;
    let foundAt = 0;
    const tryOne = async (it: FuzzRequest): Promise<void> => {
      const startedAt = performance.now();
      const answer = await sender.send(it);
      if (foundAt === 0) {
        sent += 1;
        count(it.route, answer.status, performance.now() - startedAt);
      }
      const fault = findFault(it, answer, watched);
      if (fault === null) return;
      found = { fault, request: it, answer };
      throw new Error(fault);
    };
    const property = fc.asyncProperty(wave, async (together) => {
      const isDone = foundAt === 0 ? sent >= until : Date.now() - foundAt > SHRINK_MS;
      if (isDone || isStopping()) return;
      const startedAt = Date.now();
      const outcomes = await Promise.allSettled(together.map(tryOne));
      const bad = outcomes.find(({ status }) => status === 'rejected');
      if (bad?.status !== 'rejected' || isStopping()) return;
      if (foundAt === 0) {
        // what took minutes to be found is not tried again and again
        foundAt = startedAt;
        tell(
          `${String(bad.reason)}: looking for the least that shows it${found ? describeFirst(found) : ''}`,
        );
      }
      throw bad.reason;
    });
    const details = await fc.check(property, { seed: laneSeed, numRuns: WAVES_IN_LANE });
    if (!details.failed) return;
    // without an answer to find fault with, it is the sending that has failed
    if (found === null) {
      const requests = details.counterexample?.[0].map(describeRequest) ?? [];
      report(
        [`FAULT: seed ${details.seed}: ${describeError(details.errorInstance)}`, ...requests].join('\n'),
      );
    } else report(describeFault(details, found, details.counterexample?.[0].length ?? 1));
  };

  try {
    for (let part = 0; sent < requests && faults.length < mostFaults && !isStopping(); part += 1) {
      await prepare();
      const until = Math.min(requests, sent + REQUESTS_IN_PART);
      const lanes = Array.from({ length: LANES }, (_, lane) => runLane(seed + part * LANES + lane, until));
      await Promise.all(lanes);
      const measured = await site.measure();
      memory.push(measured);
      tell(`${sent} requests, ${describeMemory(measured)}`);
    }
  } catch (error) {
    // the site does not answer its own tests any more: what was found until then is still to be told
    report(`FAULT: after ${sent} requests: ${describeError(error)}`);
  } finally {
    sender.close();
  }
  return { sent, histogram, memory, faults };
};
