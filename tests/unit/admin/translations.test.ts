import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

const ADMIN = path.resolve(__dirname, '../../../admin/src');
const FOLDER = path.join(ADMIN, 'translations');

/** All files of a language; a key that two of them have would hide one text behind the other. */
const readTexts = (language: string): Record<string, string> => {
  const folder = path.join(FOLDER, language);
  const entries = readdirSync(folder).flatMap((file) =>
    Object.entries<string>(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
  );
  const texts = Object.fromEntries(entries);
  expect(Object.keys(texts)).toHaveLength(entries.length);
  return texts;
};

const english = readTexts('en');
const others = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en')
  .map(({ name }) => name);

const sources = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(ADMIN, file), 'utf8'))
  .join('\n');

/** The keys that the pages ask for; `status.${state}` stands for every key that begins and ends like it. */
const asked = [...sources.matchAll(/['"`]([\w${}-]+(?:\.[\w${}.-]+)+)['"`]/g)]
  .map(([, key = '']) => key)
  // the prefix that any key gets says nothing about which are used
  .filter((key) => !key.startsWith('${PLUGIN_ID}'))
  .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`));

/** The names of the values that a text takes, those within plurals included. */
const valuesOf = (elements: MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    const name = 'value' in element && element.type !== 0 ? [element.value] : [];
    const inner = 'options' in element ? Object.values(element.options) : [];
    return [...name, ...inner.flatMap(({ value }) => valuesOf(value))];
  });

const valuesIn = (text: string | undefined): string[] => [...new Set(valuesOf(parse(text ?? '')))].sort();

test.each(others)('%s has every text, with the same values in it, and none besides', (language) => {
  const texts = readTexts(language);
  expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect([key, valuesIn(texts[key])]).toEqual([key, valuesIn(text)]);
  }
});

test('there is a second language', () => {
  expect(others).toContain('de');
});

// the compiler finds a key that is asked for and is not there; this finds the others
test('every text is used', () => {
  const unused = Object.keys(english).filter((key) => !asked.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
});
