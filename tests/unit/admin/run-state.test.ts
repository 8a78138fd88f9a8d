import fc from 'fast-check';
import type { Completion } from '../../../contracts/completion';
import type { PlaygroundEvent, PlaygroundPrompt, PlaygroundResult } from '../../../contracts/playground';
import { STARTED, takeStep } from '../../../admin/src/pages/ToolBuilder/playground/run-state';
import type { RunState, RunStep } from '../../../admin/src/pages/ToolBuilder/playground/run-state';

const prompt = (text: string): PlaygroundPrompt => ({
  prompt: text,
  system: null,
  provider: 'local',
  method: 'chat/completions',
  model: 'small',
  parameters: {},
  dropped_parameters: [],
});

const completion = (content: string | null): Completion => ({
  id: 'c',
  object: 'chat.completion',
  created: 0,
  model: 'small',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  meta: {
    request_id: 'r',
    tool: 't',
    provider: 'local',
    requested_model: 'small',
    cached: false,
    attempts: 1,
    latency_ms: 1,
    cost_usd: null,
    dropped_parameters: [],
  },
});

const result = (changes: Partial<PlaygroundResult>): PlaygroundResult => ({
  request_id: 'r',
  sent: null,
  completion: null,
  error: null,
  usage: { prompt_tokens: null, completion_tokens: null },
  cost_usd: null,
  latency_ms: 1,
  exchanges: [],
  ...changes,
});

const event = (content: PlaygroundEvent): RunStep => ({ type: 'event', event: content });
const chunk = (content: string): RunStep =>
  event({
    type: 'chunk',
    chunk: {
      id: 'c',
      object: 'chat.completion.chunk',
      created: 0,
      model: 'small',
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    },
  });
const ended = (changes: Partial<PlaygroundResult>): RunStep =>
  event({ type: 'result', result: result(changes) });

const after = (...steps: RunStep[]): RunState => steps.reduce(takeStep, STARTED);

test('the answer grows with each piece, whatever the pieces are', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (pieces) => {
      expect(after(...pieces.map(chunk)).text).toBe(pieces.join(''));
    }),
  );
});

test('a result ends the run, and what it says is what holds', () => {
  const state = after(
    event({ type: 'prompt', prompt: prompt('first') }),
    chunk('not the JSON that was asked for'),
    ended({ completion: completion('{"repaired":true}'), sent: prompt('second') }),
  );
  expect(state).toMatchObject({ status: 'finished', text: '{"repaired":true}', prompt: prompt('second') });
});

test('a run that failed half-way keeps what had come, and its prompt', () => {
  const state = after(event({ type: 'prompt', prompt: prompt('first') }), chunk('half'), ended({}));
  expect(state).toMatchObject({ status: 'finished', text: 'half', prompt: prompt('first') });
});

test('an answer that is only function calls has no text', () => {
  expect(after(ended({ completion: completion(null) })).text).toBe('');
});

test('a connection that ends without a result has broken', () => {
  expect(after(chunk('half'), { type: 'ended' })).toMatchObject({ status: 'broken', text: 'half' });
  expect(after(ended({}), { type: 'ended' }).status).toBe('finished');
});

test('nothing that is late changes a run that was stopped', () => {
  const late: RunStep[] = [chunk('late'), ended({ completion: completion('late') }), { type: 'ended' }];
  for (const step of late) {
    expect(after(chunk('in time'), { type: 'stopped' }, step)).toMatchObject({
      status: 'stopped',
      text: 'in time',
      result: null,
    });
  }
});
