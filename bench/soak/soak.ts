import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { endProcess } from '../../tests/install/child-processes';
import { ask, nextMessage, startScript } from '../child';
import { REPOSITORY } from '../site-folder';
import { compareWithLog, countAdmitted, createComplaints, createLedger, judgeOutcomes } from './accounting';
import type { Complaints, Ledger, RowAccount, Spending } from './accounting';
import { createDatabase, createRedis } from './backing';
import type { SoakDatabase } from './backing';
import { PROMPT } from './echo';
import { injectFaults } from './faults';
import type { Fault, FaultPace, FaultTarget, FaultWindow } from './faults';
import { growthMib } from './memory-verdict';
import type { Sample } from './memory-verdict';
import { loadMessage, outcomeSchema } from './outcome';
import type { LoadOrder } from './outcome';
import { PROVIDER_FAULTS } from './provider-mode';
import type { ProviderMode } from './provider-mode';
import { between, createRandom } from './random';
import { createSoakFolder, startSoakSite } from './site';
import type { SoakSite } from './site';

export interface SoakPlan {
  database: SoakDatabase;
  plugin: 'built' | 'source';
  seed: number;
  /** with faults, and then without, until all must be well again */
  seconds: { faults: number; recovery: number };
  /** null: two thirds of what the site gets through, which is measured first */
  perSecond: number | null;
  pace: Record<FaultTarget, FaultPace>;
  providerTimeoutMs: number;
  sampleEverySeconds: number;
  log: string;
  say(line: string): void;
  onUndo(undo: () => unknown): void;
}

export interface SoakResult extends Omit<RowAccount, 'spending'> {
  database: SoakDatabase;
  maximumPerSecond: number | null;
  perSecond: number;
  hasRedis: boolean;
  requests: number;
  heldBack: number;
  /** how often each kind of request was answered in which way */
  answers: Map<string, Map<string, number>>;
  windows: FaultWindow[];
  samples: Sample[];
  growthMib: number;
  /** milliseconds, over the whole time of the load */
  delay: { p50: number; p99: number; max: number };
  limits: string[];
  budget: string;
  complaints: string[];
}

const WARM_UP_SECONDS = 20;
const CALIBRATION_SECONDS = 20;
const CALIBRATION_AT_ONCE = 32;
const OWN_RUNS_PER_SECOND = 5;
/** Tickets of the site itself begin here. */
const FIRST_OWN_TICKET = 500_000_000;
const SETTLE_MS = 120_000;
const SETTLE_BUDGET_MS = 15_000;

const nothing = z.object({});
const delays = z.object({ p50: z.number(), p99: z.number(), max: z.number() });
const sampled = z.object({
  rssMib: z.number(),
  usedMib: z.number(),
  delays: z.object({ all: delays, recent: delays }),
});

/** One question at a time, whoever asks: an answer does not say what it is to. */
const createQuestions = ({ child }: Pick<SoakSite, 'child'>) => {
  let last: Promise<unknown> = Promise.resolve();
  return <Schema extends z.ZodType>(question: object, schema: Schema): Promise<z.output<Schema>> => {
    const answer = last.then(() => ask(child, question, schema, SETTLE_MS));
    last = answer.catch(() => {});
    return answer;
  };
};
type Questions = ReturnType<typeof createQuestions>;

const providerFaults = (provider: ChildProcess, random: () => number): Fault[] => {
  const set = (mode: ProviderMode) => ask(provider, mode, nothing);
  const end = () => set({ fault: null, share: 0, everywhere: false });
  return PROVIDER_FAULTS.flatMap((fault) => [
    { what: fault, begin: () => set({ fault, share: between(random, 0.3, 1), everywhere: false }), end },
    { what: `${fault}, everywhere`, begin: () => set({ fault, share: 1, everywhere: true }), end },
  ]);
};

/** Makes the load and keeps what comes of it. */
const createLoad = (load: ChildProcess, { port, credentials }: SoakSite, ledger: Ledger) => {
  let firstTicket = 1;
  return (
    order: Pick<LoadOrder, 'seed' | 'seconds' | 'pace'>,
  ): Promise<{ seconds: number; heldBack: number }> =>
    new Promise((resolve, reject) => {
      const stop = () => load.off('message', onMessage).off('exit', onExit);
      const onExit = () => {
        stop();
        reject(new Error('the load ended by itself'));
      };
      const onMessage = (message: unknown) => {
        const told = loadMessage.parse(message);
        if (told.what === 'outcomes') return told.outcomes.forEach(ledger.add);
        stop();
        firstTicket = ledger.count() + 1;
        resolve(told);
      };
      load.on('message', onMessage).on('exit', onExit);
      load.send({ ...order, port, credentials, firstTicket } satisfies LoadOrder);
    });
};

/** What the site gets through when nothing is broken. */
const findMaximum = async (
  runLoad: ReturnType<typeof createLoad>,
  ledger: Ledger,
  { seed, say }: SoakPlan,
): Promise<number> => {
  const pace = { atOnce: CALIBRATION_AT_ONCE };
  await runLoad({ seed, seconds: WARM_UP_SECONDS, pace });
  const before = ledger.count();
  const { seconds } = await runLoad({ seed: seed + 1, seconds: CALIBRATION_SECONDS, pace });
  const maximum = (ledger.count() - before) / seconds;
  say(`at most ${maximum.toFixed(0)} requests a second, ${CALIBRATION_AT_ONCE} at a time`);
  return maximum;
};

/** Looks at the site again and again until the returned function is called. */
const watchSite = (
  inSite: Questions,
  everySeconds: number,
  onSample: (sample: Sample) => void,
): (() => Promise<z.output<typeof delays>>) => {
  const startedAt = Date.now();
  const stopped = new AbortController();
  const look = async () => {
    const { rssMib, usedMib, delays: late } = await inSite({ question: 'sample' }, sampled);
    const seconds = (Date.now() - startedAt) / 1000;
    onSample({ seconds, rssMib, usedMib, delayP99: late.recent.p99, delayMax: late.recent.max });
    return late.all;
  };
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await pause(everySeconds * 1000, undefined, { signal: stopped.signal }).catch(() => {});
      if (!stopped.signal.aborted) await look();
    }
  })();
  // a site that has died is told by whoever asks it last
  const watched = watching.catch(() => {});
  return async () => {
    stopped.abort();
    await watched;
    return look();
  };
};

const settleLog = async (inSite: Questions, complaints: Complaints): Promise<void> => {
  const status = z.object({ waitingRows: z.int(), lostRows: z.int(), failure: z.string().nullable() });
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const { waitingRows, lostRows, failure } = await inSite({ question: 'settle' }, status);
    if (lostRows > 0) complaints.add(`${lostRows} log rows were lost by the site's own account`);
    if (waitingRows === 0) return;
    if (Date.now() > deadline) {
      return complaints.add(`${waitingRows} log rows do not come into the database: ${failure}`);
    }
  }
};

const budgetsSchema = z.object({
  budgets: z.array(
    z.object({ tool: z.string().nullable(), spent_usd: z.number(), reserved_usd: z.number() }),
  ),
});

/** The most that one request of the tool with a budget can cost, in millionths of a dollar; see worst-cost.ts. */
const WORST_MICROS = Buffer.byteLength(PROMPT.replace('{{nonce}}', 'n000000000')) + 3 * 32 + 2 * 200;

const checkBudget = async (
  inSite: Questions,
  { known, failures }: Spending,
  complaints: Complaints,
): Promise<string> => {
  for (const deadline = Date.now() + SETTLE_BUDGET_MS; ; await pause(500)) {
    const { budgets } = await inSite({ question: 'budgets' }, budgetsSchema);
    const budget = budgets.find(({ tool }) => tool === 'budgeted');
    const spent = Math.round((budget?.spent_usd ?? 0) * 1e6);
    const reserved = Math.round((budget?.reserved_usd ?? 0) * 1e6);
    if (reserved !== 0 && Date.now() < deadline) continue;
    const most = known + failures * WORST_MICROS;
    const said = `${spent} millionths of a dollar spent, where the log has ${known} and ${failures} failed requests may add up to ${most - known}; ${reserved} still set aside`;
    if (reserved !== 0) complaints.add(`money is set aside for nobody: ${said}`);
    if (spent < known || spent > most) complaints.add(`the budget is not what was spent: ${said}`);
    return said;
  }
};

const checkLimits = async (
  ledger: Ledger,
  windows: readonly FaultWindow[],
  options: { limitedRuns: number; countOf: ((slug: string) => Promise<number>) | null },
  complaints: Complaints,
): Promise<string[]> => {
  const { limitedRuns, countOf } = options;
  const said: string[] = [];
  const limited = countAdmitted(ledger, 'limited', windows);
  const line = `a tool with ${limitedRuns} runs an hour ran ${limited.admitted} times and was refused ${limited.refused} times; ${limited.uncertain} of all came while Redis was broken`;
  said.push(line);
  const isTooMany = limited.admitted > limitedRuns + limited.uncertain;
  const isTooFew = limited.refused > limited.uncertain && limited.admitted < limitedRuns - limited.uncertain;
  if (isTooMany || isTooFew) complaints.add(line);
  if (countOf) {
    const { admitted, uncertain } = countAdmitted(ledger, 'counted', windows);
    const counted = await countOf('counted');
    const second = `a tool that is only counted ran ${admitted} times, and the count is ${counted}; ${uncertain} of the runs came while Redis was broken`;
    said.push(second);
    if (Math.abs(counted - admitted) > uncertain) complaints.add(second);
  }
  return said;
};

const startBeside = (script: string, { log, onUndo }: SoakPlan): ChildProcess => {
  const child = startScript(`soak/${script}`, { cores: 'others', folder: REPOSITORY, log });
  onUndo(() => endProcess(child));
  return child;
};

/** Keeps a site under load while what it stands on fails, and holds everything that it has answered against its log. */
export const soak = async (plan: SoakPlan): Promise<SoakResult> => {
  const { database: kind, seed, seconds, providerTimeoutMs, pace, log, say, onUndo } = plan;
  const random = createRandom(seed);
  const complaints = createComplaints();
  const ledger = createLedger(complaints);

  const provider = startBeside('provider.ts', plan);
  const { port: providerPort } = await nextMessage(provider, z.object({ port: z.number() }));
  const load = startBeside('load.ts', plan);
  const folder = createSoakFolder(onUndo);
  const database = await createDatabase(kind, folder, onUndo);
  const redis = await createRedis(onUndo);
  if (!redis) say('! no Redis server answers: limits are counted in the database, and nothing is shared');
  // used up at about half of the time
  const expected = plan.perSecond ?? 200;
  const limitedRuns = Math.ceil((expected * seconds.faults * (8 / 101)) / 2);
  const site = await startSoakSite({
    folder,
    database,
    redis,
    providerUrl: `http://127.0.0.1:${providerPort}`,
    plugin: plan.plugin,
    limitedRuns,
    providerTimeoutMs,
    log,
    onUndo,
  });
  say(`${kind}: the site is up`);
  const inSite = createQuestions(site);
  const runLoad = createLoad(load, site, ledger);

  const maximumPerSecond = plan.perSecond === null ? await findMaximum(runLoad, ledger, plan) : null;
  const perSecond = plan.perSecond ?? ((maximumPerSecond ?? 0) * 2) / 3;

  const windows: FaultWindow[] = [];
  const samples: Sample[] = [];
  const stopped = new AbortController();
  onUndo(() => stopped.abort());
  await inSite({ question: 'watchEventLoop' }, nothing);
  await inSite(
    { question: 'startOwnRuns', perSecond: OWN_RUNS_PER_SECOND, firstTicket: FIRST_OWN_TICKET },
    nothing,
  );
  const stopWatching = watchSite(inSite, plan.sampleEverySeconds, (sample) => {
    samples.push(sample);
    const faults = windows.filter(({ from }) => from > Date.now() - plan.sampleEverySeconds * 1000);
    say(
      `${ledger.count()} answered, ${sample.usedMib.toFixed(1)} MiB in use, ${sample.rssMib.toFixed(0)} MiB resident, event loop late by ${sample.delayP99.toFixed(0)} ms (p99), ${sample.delayMax.toFixed(0)} ms (most); ${faults.map(({ target, what }) => `${target} ${what}`).join(', ') || 'no fault'}`,
    );
  });
  const inject = (target: FaultTarget, faults: readonly Fault[]) =>
    injectFaults(target, faults, {
      random: createRandom(Math.floor(random() * 2 ** 32)),
      pace: pace[target],
      seconds: seconds.faults,
      signal: stopped.signal,
      windows,
    });
  const [{ heldBack }] = await Promise.all([
    runLoad({ seed: seed + 2, seconds: seconds.faults + seconds.recovery, pace: { perSecond } }),
    inject('provider', providerFaults(provider, random)),
    inject('database', database.faults),
    inject('redis', redis?.faults ?? []),
  ]);
  const delay = await stopWatching();
  const { outcomes: own } = await inSite(
    { question: 'stopOwnRuns' },
    z.object({ outcomes: z.array(outcomeSchema) }),
  );
  own.forEach(ledger.add);

  await settleLog(inSite, complaints);
  const direct = database.open();
  onUndo(() => direct.destroy());
  const { spending, ...account } = await compareWithLog(ledger, direct, complaints);
  const answers = judgeOutcomes(ledger, { windows, providerTimeoutMs }, complaints);
  const limits = await checkLimits(
    ledger,
    windows,
    { limitedRuns, countOf: redis && redis.countOf },
    complaints,
  );
  const budget = await checkBudget(inSite, spending, complaints);
  return {
    database: kind,
    maximumPerSecond,
    perSecond,
    hasRedis: redis !== null,
    requests: ledger.count(),
    heldBack,
    ...account,
    answers,
    windows,
    samples,
    growthMib: growthMib(samples),
    delay,
    limits,
    budget,
    complaints: complaints.list(),
  };
};
