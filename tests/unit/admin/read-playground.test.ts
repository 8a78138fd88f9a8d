import fc from 'fast-check';
import { readEvent, readRefusal } from '../../../admin/src/api/read-playground';

test('the end of the stream, and whatever is no event of ours, is passed over', () => {
  for (const data of [
    '[DONE]',
    '',
    '{',
    'null',
    '[]',
    '{"type":"later"}',
    '{"type":"prompt"}',
    '{"type":"result"}',
  ]) {
    expect([data, readEvent(data)]).toEqual([data, null]);
  }
  fc.assert(fc.property(fc.jsonValue(), (value) => void readEvent(JSON.stringify(value))));
});

test('an event is read as it was sent', () => {
  const event = {
    type: 'chunk',
    chunk: { choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }] },
  };
  expect(readEvent(JSON.stringify(event))).toEqual(event);
});

test('a refused draft tells each fault with its field', () => {
  const body = {
    data: null,
    error: {
      status: 400,
      name: 'ValidationError',
      message: 'The draft cannot be run. …',
      details: {
        errors: [
          { path: ['target', 'model'], message: 'is needed', name: 'ValidationError' },
          { path: [], message: 'as a whole', name: 'ValidationError' },
        ],
      },
    },
  };
  expect(readRefusal(JSON.stringify(body))).toEqual({
    sentence: 'The draft cannot be run. …',
    faults: [
      { field: 'target.model', message: 'is needed' },
      { field: '', message: 'as a whole' },
    ],
  });
});

test('a refusal that is not ours, such as the page of a proxy, has no words and does no harm', () => {
  for (const body of [
    '<html>Bad Gateway</html>',
    '',
    '{"error":"no"}',
    '{"error":{"details":{"errors":[1,null]}}}',
  ]) {
    expect([body, readRefusal(body)]).toEqual([body, { sentence: null, faults: [] }]);
  }
});
