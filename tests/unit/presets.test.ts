import { PRESETS, ROLE_TEMPLATES } from '../../contracts/presets';
import { compileTool } from '../../server/src/engine/compile-tool';
import { findRoleTemplateFault } from '../../server/src/providers/role-template';
import { findUntouchedProvider, summarizer } from '../support/execute';

test.each(PRESETS)('a tool with the preset for $label can be saved', ({ temperature, max_tokens }) => {
  const outcome = compileTool(summarizer({ temperature, max_tokens }), findUntouchedProvider);
  expect(outcome).toMatchObject({ tool: { parameters: { temperature, max_tokens } } });
});

test.each(ROLE_TEMPLATES)('the template for $label is a valid one', ({ template }) => {
  expect(findRoleTemplateFault(template)).toBeNull();
});
