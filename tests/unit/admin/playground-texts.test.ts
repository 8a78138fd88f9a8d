import type { PlaygroundExchange } from '../../../contracts/playground';
import { formatJson } from '../../../admin/src/pages/ToolBuilder/playground/answer-text';
import { requestText, responseText } from '../../../admin/src/pages/ToolBuilder/playground/exchange-text';
import { placeOf } from '../../../admin/src/pages/ToolBuilder/form/fault-place';

const EXCHANGE: PlaygroundExchange = {
  request: { method: 'POST', url: 'https://example.com/v1', headers: { a: 'b' }, body: { model: 'small' } },
  response: { status: 200, headers: { c: 'd' }, body: '{"ok":true}', is_cut: false },
  failure: null,
  latency_ms: 12,
};

test('an answer is shown as JSON only when it is an object or a list', () => {
  expect(formatJson(' {"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  for (const text of ['12', 'null', '"a"', '{ not JSON', 'Words {"a":1}', ''])
    expect(formatJson(text)).toBeNull();
});

test('a request and its response are shown as they went over the line', () => {
  expect(requestText(EXCHANGE)).toBe('POST https://example.com/v1\na: b\n\n{\n  "model": "small"\n}');
  expect(responseText(EXCHANGE)).toBe('HTTP 200\nc: d\n\n{\n  "ok": true\n}');
});

test('the sandbox sends nothing, a broken connection answers nothing, and a stream is shown with its events', () => {
  expect(requestText({ ...EXCHANGE, request: null })).toBeNull();
  expect(responseText({ ...EXCHANGE, response: null })).toBeNull();
  const response = { status: 200, headers: {}, body: 'data: {"a":1}\n\ndata: [DONE]\n\n', is_cut: false };
  expect(responseText({ ...EXCHANGE, response })).toContain('data: {"a":1}\n\ndata: [DONE]');
});

test('a fault of a draft is told by the field that a person knows', () => {
  const place = (field: string) => placeOf({ field, message: '' });
  expect(place('fallbacks[0].model')).toMatchObject({ field: 'fallbacks', isOfTarget: false });
  expect(place('target.model')).toMatchObject({ field: 'model', isOfTarget: true });
  expect(place('input_schema.properties.a')).toMatchObject({ field: 'input_schema' });
  expect(place('rate_limit')).toMatchObject({ field: 'rate_limit' });
  expect(place('of_tomorrow')).toMatchObject({ field: null, path: 'of_tomorrow' });
});
