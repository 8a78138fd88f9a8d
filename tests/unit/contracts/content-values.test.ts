import { fieldOfText, textOfField } from '../../../contracts/content-values';

const text = (words: string) => ({ type: 'text', text: words });

test('the text of blocks has a line for each of them, whatever they are made of', () => {
  expect(
    textOfField([
      { type: 'heading', level: 2, children: [text('Otters')] },
      {
        type: 'paragraph',
        children: [text('See '), { type: 'link', url: 'https://example.org', children: [text('here')] }],
      },
      {
        type: 'list',
        format: 'ordered',
        children: [
          { type: 'list-item', children: [text('one')] },
          { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [text('two')] }] },
        ],
      },
    ]),
  ).toBe('Otters\nSee here\none\ntwo');
});

test.each([[null], [undefined], [{}], [5], [[]], [[null]], [[{ type: 'paragraph' }]]])(
  'there is nothing to read in %j',
  (value) => {
    expect(textOfField(value)).toBe('');
  },
);

test('a line is made of an answer in no time, however many blanks it has', () => {
  // what takes the square of its length is not done before the test is given up
  const blanks = ' '.repeat(2_000_000);
  expect(fieldOfText(`One${blanks}two \n ${blanks} \r\n three`, 'string')).toBe(`One${blanks}two three`);
});

test('an answer takes the form of the field', () => {
  const answer = 'First.\nStill first.\n\nSecond.\n';
  expect(fieldOfText(answer, 'string')).toBe('First. Still first. Second.');
  expect(fieldOfText(answer, 'text')).toBe(answer);
  expect(fieldOfText(answer, 'richtext')).toBe(answer);
  expect(fieldOfText(answer, 'blocks')).toEqual([
    { type: 'paragraph', children: [text('First.\nStill first.')] },
    { type: 'paragraph', children: [text('Second.')] },
  ]);
});
