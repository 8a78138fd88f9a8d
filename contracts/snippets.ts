import { DEFAULT_MAX_LENGTH, SUMMARY_BLOCK, SUMMARY_SHORTCODE } from './content';
import { contentInputOf } from './content-input';
import { PLUGIN_ID } from './plugin-id';
import { sampleInputs } from './sample-inputs';
import type { ToolFieldValues } from './tool-fields';

export interface SnippetTool {
  slug: string;
  input_schema: Record<string, unknown>;
  examples?: ToolFieldValues['examples'];
}

export interface SnippetPlace {
  /** the site's content API, such as `https://example.com/api` */
  apiUrl: string;
  /** what a caller puts in its place; shown as it is */
  credentials?: { username: string; password: string };
}

export interface Snippets {
  /** for bash, zsh and sh */
  curl: string;
  fetch: string;
  executeTool: string;
  /** for text fields */
  shortcode: string;
  /** a node of the Blocks editor */
  block: string;
}

const PLACEHOLDERS = { username: 'USERNAME', password: 'PASSWORD' };

/** One word of a shell, whatever is in it. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** An HTML page may hold the code: nothing in it may end the script that it stands in. */
const forScript = (json: string): string => json.replaceAll('<', '\\u003c');

/** A literal of JavaScript: JSON is one, but for `__proto__`, which would set the prototype instead. */
const literal = (value: unknown, indent = 2): string =>
  forScript(JSON.stringify(value, null, indent).replaceAll(/"__proto__":/g, '["__proto__"]:'));

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** `btoa` takes bytes, and the server reads them as UTF-8. */
const encodeCredentials = (credentials: string): string =>
  isAscii(credentials)
    ? `btoa(${literal(credentials)})`
    : `btoa(String.fromCodePoint(...new TextEncoder().encode(${literal(credentials)})))`;

/** What a shortcode can hold of a value: neither quotes nor brackets, which would end it. */
const shortcodeAttribute = ([name, value]: [string, unknown]): string[] => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  const text = String(value);
  return /["[\]\r\n]/.test(text) ? [] : [`${name}="${text}"`];
};

const readMaxLength = (inputs: Record<string, unknown>): number =>
  typeof inputs.max_length === 'number' ? inputs.max_length : DEFAULT_MAX_LENGTH;

/**
 * How a tool is called, ready to be copied: with its first example, or else with values made of its schema. In shortcode
 * and block the text of an entry takes the place of the input that takes a text.
 */
export const createSnippets = (
  { slug, input_schema, examples }: SnippetTool,
  { apiUrl, credentials = PLACEHOLDERS }: SnippetPlace,
): Snippets => {
  const inputs = examples?.[0]?.inputs ?? sampleInputs(input_schema);
  const url = `${apiUrl.replace(/\/+$/, '')}/${PLUGIN_ID}/v1/execute/${encodeURIComponent(slug)}`;
  const login = `${credentials.username}:${credentials.password}`;
  const fromElsewhere = ['content', 'tool', contentInputOf(input_schema)];
  const attributes = Object.entries(inputs).filter(([name]) => !fromElsewhere.includes(name));

  return {
    curl: [
      `curl -X POST ${shellWord(url)}`,
      `--user ${shellWord(login)}`,
      `--header 'Content-Type: application/json'`,
      `--data-raw ${shellWord(JSON.stringify(inputs))}`,
    ].join(' \\\n  '),

    fetch: `const response = await fetch(${literal(url)}, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: 'Basic ' + ${encodeCredentials(login)},
  },
  body: JSON.stringify(${indented(literal(inputs), '  ')}),
});
const result = await response.json();
if (result.error) throw new Error(result.error.message);
console.log(result.choices[0].message.content);`,

    executeTool: `const result = await strapi
  .plugin(${literal(PLUGIN_ID)})
  .service('execute')
  .executeTool(${literal(slug)}, ${indented(literal(inputs), '  ')});
if ('error' in result) strapi.log.warn(result.error.message);
else console.log(result.choices[0].message.content);`,

    shortcode: `[${[SUMMARY_SHORTCODE, `tool="${slug}"`, ...attributes.flatMap(shortcodeAttribute)].join(' ')}]`,

    block: JSON.stringify(
      {
        type: 'paragraph',
        block: SUMMARY_BLOCK,
        maxLength: readMaxLength(inputs),
        tool: slug,
        children: [{ type: 'text', text: '' }],
      },
      null,
      2,
    ),
  };
};
