import path from 'node:path';
import { LOG_FILE, ROOT } from './paths.mjs';
import { STREAMED_CALL, SUMMARY_CALL, toCurl } from './tool-calls.mjs';

const quote = (text) => text.split('\n').map((line) => `  │ ${line}`);

const describeCost = ({ meta, usage }) => {
  const money = meta.cost_usd === null ? 'at an unknown price' : `for $${meta.cost_usd}`;
  return `${usage.total_tokens} tokens ${money}, in ${meta.latency_ms} ms${meta.cached ? ', from the cache' : ''}`;
};

const describeAnswer = (answer) => {
  if (answer.error) {
    const { status, name, code = name, message } = answer.error;
    return [`The tool "${SUMMARY_CALL.slug}" failed with ${status} ${code}:`, ...quote(message)];
  }
  const { meta, model, choices } = answer;
  return [
    `The tool "${meta.tool}" ran on the provider "${meta.provider}", model "${model}":`,
    ...quote(choices[0].message.content),
    `  ${describeCost(answer)}`,
  ];
};

const describeNextSteps = (answer) => [
  answer.meta?.provider === 'sandbox'
    ? '  OPENAI_API_KEY=… npm run demo       the same with a real model (ANTHROPIC_API_KEY works too)'
    : '  SANDBOX_MODEL=sandbox-echo npm run demo    the same without a model, at no cost',
  '  SANDBOX_MODEL=sandbox-provider-unavailable npm run demo',
  '                                      an overloaded provider; server/src/providers/sandbox.ts lists more',
  '  In the admin, open an article and use a tool on a field; or select several, and run one over all of them.',
  '  In the admin, save an article without a summary: the site writes one with the same tool.',
];

const CODE = [
  '  demo/src/ai-tools/                  the tools of this site, as code (switched on in demo/config/plugins.ts)',
  '  demo/src/summarize-on-save.ts       the tool called when an article is saved',
  '  demo/src/summarize-articles.ts      and every night, for those without a summary',
];

/** Everything the screen shows once the site runs. */
export const describeDemo = (answer, site) => {
  const { email, password } = site.logins.administrator;
  return [
    '',
    ...describeAnswer(answer),
    '',
    'Admin',
    `  ${site.url}/admin`,
    `  ${email}  ${password}`,
    '',
    'The same call from a shell',
    `  ${toCurl(SUMMARY_CALL, site)}`,
    '',
    'What readers see: summaries in the place of a shortcode and of a block',
    `  ${site.url}/articles.html`,
    '',
    'Another tool, word by word',
    `  ${toCurl(STREAMED_CALL, site)}`,
    '',
    'Try next',
    ...describeNextSteps(answer),
    '',
    'Read',
    ...CODE,
    '',
    `The log of the site is ${path.relative(ROOT, LOG_FILE)}.`,
  ].join('\n');
};
