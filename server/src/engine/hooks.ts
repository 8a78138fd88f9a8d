import type { Completion } from '../../../contracts/completion';
import type { ErrorReply } from '../../../contracts/errors';
import { callerLeft } from './deadline';
import { followVerdict } from './hook-verdict';
import type { Verdict } from './hook-verdict';
import type { Inputs } from './input-schema';
import { isJsonObject } from '../../../contracts/json-object';
import type { Caller, Run } from './run';
import { ToolError, toErrorReply } from './tool-error';

interface Execution {
  /** the id of the log row */
  request_id: string;
  /** the slug of the tool */
  tool: string;
  /** where the call came from, such as `rest` or `service` */
  source: string;
  caller: Caller;
  /** aborts when the caller no longer wants the answer */
  signal: AbortSignal | undefined;
}

/** What a hook is told of a run before its inputs are checked. */
export interface PendingExecution extends Execution {
  inputs: Readonly<Inputs>;
}

/** What a hook is told of a run that has ended. */
export interface EndedExecution extends Execution {
  /** as the hooks before have left them */
  inputs: unknown;
  /** a copy of what the caller gets */
  result: Completion | ErrorReply;
}

export type BeforeExecute = (execution: PendingExecution) => Verdict | Promise<Verdict>;
export type AfterExecute = (execution: EndedExecution) => unknown;

/** The site's own code around each run. Null where there is none, so that nothing is waited for. */
export interface Hooks {
  /** Lets the hooks change the inputs, or refuse by a ToolError. */
  readonly before: ((run: Run) => Promise<void>) | null;
  /** Shows the hooks what came of the run. Never rejects. */
  readonly after: ((run: Run, outcome: Completion | ToolError) => Promise<void>) | null;
}

export interface HookRegistry extends Hooks {
  /** Returns a function that takes the hook away again. */
  beforeExecute(hook: BeforeExecute): () => void;
  /** Returns a function that takes the hook away again. */
  afterExecute(hook: AfterExecute): () => void;
}

const DEADLINE_MS = 30_000;

/** In order of registration. The list is replaced and never changed, since runs are on their way through it. */
const createHookList = <Hook>(name: string) => {
  let entries: readonly { hook: Hook }[] = [];
  return {
    entries: () => entries,
    add: (hook: Hook): (() => void) => {
      if (typeof hook !== 'function') throw new TypeError(`${name} takes a function.`);
      const entry = { hook };
      entries = [...entries, entry];
      return () => {
        entries = entries.filter((other) => other !== entry);
      };
    },
  };
};

const toExecution = ({ request }: Run): Execution => ({
  request_id: request.requestId,
  tool: request.slug,
  source: request.source,
  caller: { ...request.caller },
  signal: request.signal,
});

/** Waits as long as the caller does, and not without end. What a hook does afterwards is its own. */
const waitFor = async <Result>(
  hook: Promise<Result>,
  signal: AbortSignal | undefined,
  deadlineMs: number,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  let leave = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`A hook took longer than ${deadlineMs} ms.`)), deadlineMs);
    leave = () => reject(callerLeft());
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([hook, stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
};

/** `complain` is told what went wrong in hooks that can no longer change how their run ends. */
export const createHooks = ({
  complain,
  deadlineMs = DEADLINE_MS,
}: {
  complain(error: unknown): void;
  deadlineMs?: number;
}): HookRegistry => {
  const beforeHooks = createHookList<BeforeExecute>('beforeExecute');
  const afterHooks = createHookList<AfterExecute>('afterExecute');

  const before = async (run: Run): Promise<void> => {
    for (const { hook } of beforeHooks.entries()) {
      // what is no object is refused by the next step, and no hook has to be ready for it
      if (!isJsonObject(run.inputs)) return;
      const inputs = Object.freeze({ ...run.inputs });
      const verdict = (async () => hook({ ...toExecution(run), inputs }))();
      run.inputs = followVerdict(await waitFor(verdict, run.request.signal, deadlineMs), run.inputs);
    }
  };

  const after = async (run: Run, outcome: Completion | ToolError): Promise<void> => {
    const { inputs, request } = run;
    const reply = outcome instanceof ToolError ? toErrorReply(outcome, request.requestId) : outcome;
    for (const { hook } of afterHooks.entries()) {
      const seen = (async () => hook({ ...toExecution(run), inputs, result: structuredClone(reply) }))();
      // also when nobody waits for it any more
      const settled = seen.then(() => {}, complain);
      await waitFor(settled, request.signal, deadlineMs).catch((late) => {
        if (!request.signal?.aborted) complain(late);
      });
    }
  };

  return {
    beforeExecute: beforeHooks.add,
    afterExecute: afterHooks.add,
    get before() {
      return beforeHooks.entries().length > 0 ? before : null;
    },
    get after() {
      return afterHooks.entries().length > 0 ? after : null;
    },
  };
};
