import { readContentEvent } from '../../../../admin/src/api/read-content-run';
import { STARTED, takeStep } from '../../../../admin/src/content/field-action/run-state';
import type { ContentRun, ContentRunStep } from '../../../../admin/src/content/field-action/run-state';

const read = (event: object): ContentRunStep => {
  const value = readContentEvent(JSON.stringify(event));
  if (!value) throw new Error('not an event');
  return { type: 'event', event: value };
};
const chunk = (content: string) => read({ type: 'chunk', chunk: { choices: [{ delta: { content } }] } });
const result = (content: string | null) =>
  read({ type: 'result', result: { choices: [{ message: { content }, finish_reason: 'stop' }] } });
const after = (...steps: ContentRunStep[]): ContentRun => steps.reduce(takeStep, STARTED);

test('words add up, and the result has the last one', () => {
  expect(after(chunk('Otters '), chunk('swim'))).toMatchObject({ status: 'running', text: 'Otters swim' });
  expect(after(chunk('Otters '), result('Otters swim.'))).toMatchObject({
    status: 'finished',
    text: 'Otters swim.',
  });
  expect(after(chunk('kept'), result(null)).text).toBe('kept');
});

test('a failed run says why, and what comes after the end is late', () => {
  const error = { status: 429, code: 'rate_limit_exceeded', message: 'Wait.', details: {} };
  const failed = after(chunk('Ot'), read({ type: 'result', result: { error } }), chunk('late'));
  expect(failed).toMatchObject({ status: 'failed', error, text: 'Ot' });
});

test('a run that is stopped, or whose connection ends, keeps what had come', () => {
  expect(after(chunk('Ot'), { type: 'stopped' }, chunk('ters'))).toMatchObject({
    status: 'stopped',
    text: 'Ot',
  });
  expect(after(chunk('Ot'), { type: 'ended' })).toMatchObject({ status: 'broken', text: 'Ot' });
  expect(after(result('Done'), { type: 'ended' }).status).toBe('finished');
});

test.each([
  '[DONE]',
  '',
  '{}',
  '{"type":"chunk"}',
  '{"type":"result","result":{}}',
  '{"type":"later"}',
  'null',
])('%j is no event', (data) => {
  expect(readContentEvent(data)).toBeNull();
});
