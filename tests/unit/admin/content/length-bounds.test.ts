import { lengthBounds } from '../../../../admin/src/content/block/length-bounds';

const toolWith = (max_length: unknown) => ({ input_schema: { type: 'object', properties: { max_length } } });

test('a summary may be as long as its tool takes', () => {
  expect(lengthBounds(toolWith({ type: 'integer', minimum: 10, maximum: 200 }))).toEqual({
    min: 10,
    max: 200,
  });
  expect(lengthBounds(toolWith({ type: 'number', minimum: 9.5, maximum: 20.5 }))).toEqual({
    min: 10,
    max: 20,
  });
});
test('and where that is not said, from 1 to 1000 words', () => {
  const all = { min: 1, max: 1000 };
  expect(lengthBounds(null)).toEqual(all);
  expect(lengthBounds({ input_schema: {} })).toEqual(all);
  expect(lengthBounds(toolWith({ type: 'integer', minimum: -5 }))).toEqual(all);
  expect(lengthBounds(toolWith('unreadable'))).toEqual(all);
});
