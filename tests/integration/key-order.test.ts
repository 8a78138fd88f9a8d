import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';
import { toolDocuments } from '../support/documents';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

/** Neither the order of the alphabet nor that of length, by which databases arrange the keys of their JSON. */
const NAMES = ['topic', 'a', 'writing_style', 'bb', 'length'];
const properties = Object.fromEntries(NAMES.map((name) => [name, { type: 'string', description: name }]));

// the order of inputs is their order in every form, and a model answers in the order of its schema
test('inputs, and the parts of an answer, stay in the order that their author gave them', async () => {
  const { documentId } = await toolDocuments(site).create({
    data: summarizer({
      input_schema: { type: 'object', properties },
      prompt_template: '{{topic}}',
      response_schema: { type: 'object', properties },
      functions: [{ name: 'find', description: 'Finds', parameters: { type: 'object', properties } }],
    }),
  });
  const stored = await toolDocuments(site).findOne({ documentId });
  const { input_schema, response_schema, functions } = Object(stored);
  expect(Object.keys(input_schema.properties)).toEqual(NAMES);
  expect(Object.keys(response_schema.properties)).toEqual(NAMES);
  expect(Object.keys(functions[0].parameters.properties)).toEqual(NAMES);
});
