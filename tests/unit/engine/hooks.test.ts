import { createHooks } from '../../../server/src/engine/hooks';
import type { EndedExecution, PendingExecution } from '../../../server/src/engine/hooks';
import type { CompletionChunk } from '../../../contracts/completion';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';

const SLUG = 'content-summarizer';
const INPUTS = { content: 'Strapi is a CMS.' };
const FOR_EVER = new Promise<never>(() => {});

const start = (deadlineMs?: number) => {
  const complaints: unknown[] = [];
  const hooks = createHooks({ deadlineMs, complain: (error) => complaints.push(error) });
  const site = createTestSite({ tools: [summarizer()], hooks });
  return { hooks, site, complaints };
};

describe('beforeExecute', () => {
  test('is told of the run, and its inputs are the ones that count', async () => {
    const { hooks, site } = start();
    const told: PendingExecution[] = [];
    hooks.beforeExecute((execution) => {
      told.push(execution);
      return { inputs: { ...execution.inputs, content: 'Something else.' } };
    });
    const given = { ...INPUTS };
    const answer = await site.execute(SLUG, given);
    expect(textOf(answer)).toContain('Summarise in 100 words: Something else.');
    expect(told).toMatchObject([
      { tool: SLUG, source: 'test', caller: { type: 'internal' }, inputs: INPUTS },
    ]);
    expect(site.logs).toMatchObject([
      { request_id: told[0]?.request_id, inputs: { content: 'Something else.' } },
    ]);
    expect(given).toEqual(INPUTS);
  });

  test('changed inputs are checked like any others', async () => {
    const { hooks, site } = start();
    hooks.beforeExecute(() => ({ inputs: { content: 5 } }));
    expect(errorOf(await site.execute(SLUG, INPUTS))).toMatchObject({
      code: 'invalid_input',
      details: { inputs: [{ input: 'content' }] },
    });
  });

  test('inputs that were faulty may be mended', async () => {
    const { hooks, site } = start();
    hooks.beforeExecute(({ inputs }) => ({ inputs: { content: String(inputs.content) } }));
    expect(textOf(await site.execute(SLUG, { content: 5 }))).toContain('words: 5');
  });

  test('hooks run in the order of their registration, each with what the one before has left', async () => {
    const { hooks, site } = start();
    const append =
      (letter: string) =>
      async ({ inputs }: PendingExecution) => ({
        inputs: { content: `${String(inputs.content)}${letter}` },
      });
    hooks.beforeExecute(append('a'));
    const remove = hooks.beforeExecute(append('b'));
    hooks.beforeExecute(() => undefined);
    hooks.beforeExecute(append('c'));
    expect(textOf(await site.execute(SLUG, { content: '' }))).toMatch(/abc$/);
    remove();
    remove();
    expect(textOf(await site.execute(SLUG, { content: '' }))).toMatch(/: ac$/);
  });

  test('a refusal ends the run with its message, before anything is called', async () => {
    const { hooks, site } = start();
    const later = jest.fn();
    hooks.beforeExecute(async () => ({ refuse: { message: 'Not about this topic.' } }));
    hooks.beforeExecute(later);
    expect(errorOf(await site.execute(SLUG, INPUTS))).toMatchObject({
      status: 422,
      code: 'content_refused',
      message: 'Not about this topic.',
    });
    expect(later).not.toHaveBeenCalled();
    expect(site.logs).toMatchObject([{ status: 'error', error_code: 'content_refused', attempts: 0 }]);
  });

  test.each([
    [{ code: 'tool_not_found' as const }, { status: 404, details: {} }],
    [
      { code: 'rate_limit_exceeded' as const, retry_after_seconds: 60 },
      { status: 429, details: { retry_after_seconds: 60 } },
    ],
    [
      { code: 'invalid_input' as const },
      { status: 400, details: { inputs: [{ input: '', message: 'No.' }] } },
    ],
  ])('a refusal may have another code: %j', async (refusal, expected) => {
    const { hooks, site } = start();
    hooks.beforeExecute(() => ({ refuse: { message: 'No.', ...refusal } }));
    expect(errorOf(await site.execute(SLUG, INPUTS))).toMatchObject({ code: refusal.code, ...expected });
  });

  test.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw new Error('secret detail');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret detail')) as never],
    ['returns something else', () => ({ refuse: { message: 'x', code: 'secret detail' } }) as never],
    ['mistypes what it returns', () => ({ 'secret detail': {} }) as never],
    ['returns inputs that are none', () => ({ inputs: ['secret detail'] }) as never],
  ])('a hook that %s is internal_error, with the cause in the log alone', async (_what, hook) => {
    const { hooks, site } = start();
    hooks.beforeExecute(hook);
    const error = errorOf(await site.execute(SLUG, INPUTS));
    expect(error).toMatchObject({ status: 500, code: 'internal_error' });
    expect(JSON.stringify(error)).not.toMatch(/secret detail|hook/);
    expect(site.logs[0]?.error_message).toMatch(/(secret detail|beforeExecute).*\n +at /s);
    expect(site.logs[0]?.attempts).toBe(0);
  });

  test('a hook that hangs is internal_error after its time', async () => {
    const { hooks, site } = start(10);
    hooks.beforeExecute(() => FOR_EVER);
    expect(errorOf(await site.execute(SLUG, INPUTS)).code).toBe('internal_error');
    expect(site.logs[0]?.error_message).toContain('longer than 10 ms');
  });

  test('a caller that leaves waits for no hook', async () => {
    const { hooks, site } = start();
    const controller = new AbortController();
    hooks.beforeExecute(({ signal }) => {
      controller.abort();
      expect(signal?.aborted).toBe(true);
      return FOR_EVER;
    });
    const error = errorOf(await site.execute(SLUG, INPUTS, { signal: controller.signal }));
    expect(error.code).toBe('cancelled');
    expect(site.logs).toMatchObject([{ status: 'cancelled' }]);
  });

  test.each([
    ['no such tool', 'nope', INPUTS, 'tool_not_found'],
    ['inputs that are no object', SLUG, 'content', 'invalid_request'],
  ])('is not asked about %s', async (_what, slug, inputs, code) => {
    const { hooks, site } = start();
    const hook = jest.fn();
    hooks.beforeExecute(hook);
    expect(errorOf(await site.execute(slug, inputs)).code).toBe(code);
    expect(hook).not.toHaveBeenCalled();
  });

  test('what is no function is refused where it is registered', () => {
    expect(() => start().hooks.beforeExecute('hook' as never)).toThrow('beforeExecute takes a function.');
  });
});

describe('afterExecute', () => {
  test('sees what the caller gets, after the row is written and before the caller has it', async () => {
    const { hooks, site } = start();
    const told: EndedExecution[] = [];
    let hasAnswer = false;
    hooks.afterExecute(async (execution) => {
      await new Promise(setImmediate);
      expect(site.logs).toHaveLength(1);
      expect(hasAnswer).toBe(false);
      told.push(execution);
    });
    const chunks: CompletionChunk[] = [];
    const completion = await site.execute(SLUG, INPUTS, {
      onChunk: (chunk) => {
        chunks.push(chunk);
        hasAnswer ||= chunk.meta !== undefined;
      },
    });
    expect(told).toMatchObject([{ tool: SLUG, inputs: INPUTS, result: completion }]);
    expect(chunks.at(-1)?.meta).toBeDefined();
  });

  test('sees every kind of end', async () => {
    const { hooks, site } = start();
    const codes: unknown[] = [];
    hooks.afterExecute(({ result }) => codes.push('error' in result ? result.error.code : 'success'));
    await site.execute(SLUG, INPUTS);
    await site.execute('nope', INPUTS);
    await site.execute(SLUG, {});
    await site.execute(SLUG, INPUTS, { signal: AbortSignal.abort() });
    expect(codes).toEqual(['success', 'tool_not_found', 'invalid_input', 'cancelled']);
  });

  test('changes nothing of it, neither for the caller nor for the next hook', async () => {
    const { hooks, site } = start();
    const seen: unknown[] = [];
    hooks.afterExecute(({ result }) => {
      if (!('error' in result)) result.choices[0].message.content = 'changed';
      return { result: 'changed' };
    });
    hooks.afterExecute(({ result }) => seen.push(textOf(result)));
    const text = textOf(await site.execute(SLUG, INPUTS));
    expect(text).toContain('Strapi is a CMS.');
    expect(seen).toEqual([text]);
  });

  test('a hook that fails or hangs costs neither the answer nor the next hook', async () => {
    const { hooks, site, complaints } = start(10);
    const last = jest.fn();
    hooks.afterExecute(() => {
      throw new Error('thrown');
    });
    hooks.afterExecute(() => Promise.reject(new Error('rejected')));
    hooks.afterExecute(() => FOR_EVER);
    hooks.afterExecute(last);
    textOf(await site.execute(SLUG, INPUTS));
    expect(last).toHaveBeenCalledTimes(1);
    expect(complaints.map(String)).toEqual([
      'Error: thrown',
      'Error: rejected',
      'Error: A hook took longer than 10 ms.',
    ]);
    expect(site.logs).toMatchObject([{ status: 'success' }]);
  });

  test('one that was taken away is not called', async () => {
    const { hooks, site } = start();
    const hook = jest.fn();
    hooks.afterExecute(hook)();
    await site.execute(SLUG, INPUTS);
    expect(hook).not.toHaveBeenCalled();
  });
});
