import fc from 'fast-check';
import type { ModelCall } from '../../../server/src/providers/adapter';
import { fillRoleTemplate, findRoleTemplateFault } from '../../../server/src/providers/role-template';

const call = (changes: Partial<ModelCall> = {}): ModelCall => ({
  method: 'generate',
  model: 'm',
  prompt: 'Hello',
  system: null,
  roleTemplate: null,
  contextWindow: null,
  parameters: {},
  functions: [],
  responseSchema: null,
  stream: false,
  ...changes,
});

test.each([
  ['{system} {user}', null],
  ['<s>[INST] <<SYS>>\n{system}\n<</SYS>>\n\n{user} [/INST]', null],
  ['{system}', 'must contain {user}'],
  ['{assistant} {user}', 'must have {assistant} after the last {user}'],
  ['User: {user} Bot: {assistant} User: {user} Bot:', 'must have {assistant} after the last {user}'],
])('%j: %s', (template, fault) => {
  if (fault === null) expect(findRoleTemplateFault(template)).toBeNull();
  else expect(findRoleTemplateFault(template)).toContain(fault);
});

test('without an instruction its place stays empty', () => {
  expect(fillRoleTemplate(call(), '[{system}] {user}')).toEqual({ prompt: '[] Hello', stop: undefined });
});

test('what follows the answer is not sent, its first marker ends the answer', () => {
  const template = 'User: {user}\nBot: {assistant}\n### User: {user}';
  expect(fillRoleTemplate(call(), 'U: {user} B: {assistant} </s> ')).toEqual({
    prompt: 'U: Hello B: ',
    stop: ['</s>'],
  });
  expect(findRoleTemplateFault(template)).not.toBeNull();
});

test('four stops of one’s own leave no room for the marker, and one of one’s own is not doubled', () => {
  const own = ['a', 'b', 'c', 'd'];
  expect(fillRoleTemplate(call({ parameters: { stop: own } }), '{user}{assistant}</s>').stop).toEqual(own);
  expect(fillRoleTemplate(call({ parameters: { stop: ['</s>'] } }), '{user}{assistant}</s>').stop).toEqual([
    '</s>',
  ]);
});

test('whatever a visitor types arrives as typed, once', () => {
  const tricky = fc.array(fc.constantFrom('{user}', '{system}', '{assistant}', '$&', '$1', '{', '}', 'x'));
  fc.assert(
    fc.property(tricky, tricky, (user, system) => {
      const { prompt } = fillRoleTemplate(
        call({ prompt: user.join(''), system: system.join('') }),
        '<s>{system}</s><u>{user}</u>{assistant}</a>',
      );
      expect(prompt).toBe(`<s>${system.join('')}</s><u>${user.join('')}</u>`);
    }),
  );
});
