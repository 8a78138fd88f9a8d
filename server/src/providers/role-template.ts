import type { ModelCall } from './adapter';

/** Text between role markers, as models of raw methods were trained on; `{assistant}` is where the answer goes. */
const PLACEHOLDER = /\{(system|user|assistant)\}/g;

/** What is wrong with a role-marker template as somebody typed it; null when nothing is. */
export const findRoleTemplateFault = (template: string): string | null => {
  const user = template.lastIndexOf('{user}');
  if (user === -1) return 'must contain {user}, where the prompt goes.';
  const assistant = template.lastIndexOf('{assistant}');
  if (assistant !== -1 && assistant < user) return 'must have {assistant} after the last {user}.';
  return null;
};

/** The turn that the model is to write begins at the first `{assistant}` after the last `{user}`. */
const splitAtAnswer = (template: string): { before: string; after: string } => {
  const answer = template.indexOf('{assistant}', template.lastIndexOf('{user}'));
  if (answer === -1) return { before: template, after: '' };
  return { before: template.slice(0, answer), after: template.slice(answer + '{assistant}'.length) };
};

/**
 * The one text of a raw call, filled in a single pass, so that braces in a visitor's words stay what they are. The
 * marker that the template has behind the answer is where a model must stop: without it some write the next turn, too.
 */
export const fillRoleTemplate = (
  call: ModelCall,
  template: string,
): { prompt: string; stop: string[] | undefined } => {
  const { before, after } = splitAtAnswer(template);
  const values: Record<string, string> = { system: call.system ?? '', user: call.prompt, assistant: '' };
  const endMarker = after.split(PLACEHOLDER)[0]?.trim() ?? '';
  const stop = call.parameters.stop ?? [];
  const mayAdd = endMarker !== '' && !stop.includes(endMarker) && stop.length < 4;
  const stops = mayAdd ? [...stop, endMarker] : stop;
  return {
    prompt: before.replace(PLACEHOLDER, (_placeholder, role: string) => values[role] ?? ''),
    stop: stops.length > 0 ? stops : undefined,
  };
};
