const http = require('node:http');
const axios = require('axios');

/*
 * The yardsticks: what a developer would write by hand, with nothing of what the plugin does. No validation, no
 * template, no limit, no price, no log.
 */

const { providerUrl } = JSON.parse(process.env.BENCH_SITE);
const client = axios.create({ httpAgent: new http.Agent({ keepAlive: true, maxSockets: 256 }) });

let fixedAnswer = {};

module.exports = {
  setAnswer: (answer) => {
    fixedAnswer = answer;
  },

  answer: async (ctx) => {
    ctx.body = fixedAnswer;
  },

  proxy: async (ctx) => {
    const { text, number } = ctx.request.body;
    const content = `Summarize the text numbered ${number} in one sentence.\n\n${text}`;
    const { data } = await client.post(
      `${providerUrl}/${ctx.params.provider}/v1/chat/completions`,
      { model: 'bench-model', messages: [{ role: 'user', content }], temperature: 0.2, max_tokens: 200 },
      { headers: { authorization: 'Bearer bench-key' } },
    );
    ctx.body = data;
  },
};
