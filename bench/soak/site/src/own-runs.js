// Tools that the site runs itself, in process, beside what is asked over HTTP.

const TOOL = 'plain';

const toNonce = (ticket) => `s${String(ticket).padStart(9, '0')}`;

const createOwnRuns = (strapi) => {
  let timer = null;
  let ticket = 0;
  let outcomes = [];
  const underWay = new Set();

  const tell = (answer, nonce) => {
    if (answer.error) {
      const { status, code, details } = answer.error;
      return {
        status,
        code,
        requestId: details.request_id,
        cached: null,
        provider: null,
        costUsd: null,
        complaint: null,
      };
    }
    const { choices, meta } = answer;
    const isOwn = choices[0].message.content.startsWith(`Heard ${nonce}:`);
    return {
      status: 200,
      code: null,
      requestId: meta.request_id,
      cached: meta.cached,
      provider: meta.provider,
      costUsd: meta.cost_usd,
      complaint: isOwn ? null : 'not the answer to its own question',
    };
  };

  const runOnce = async () => {
    const mine = ticket++;
    const nonce = toNonce(mine);
    const startedAt = Date.now();
    const answer = await strapi
      .plugin('ai-tools')
      .service('execute')
      .executeTool(TOOL, { nonce, ticket: mine });
    outcomes.push({
      ticket: mine,
      kind: 'in process',
      caller: 'site',
      nonce,
      startedAt,
      endedAt: Date.now(),
      end: 'answered',
      ...tell(answer, nonce),
    });
  };

  const run = () => {
    const running = runOnce().finally(() => underWay.delete(running));
    underWay.add(running);
  };

  return {
    start: ({ perSecond, firstTicket }) => {
      ticket = firstTicket;
      timer = setInterval(run, 1000 / perSecond);
      return {};
    },

    /** What became of all of them. */
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      const told = outcomes;
      outcomes = [];
      return { outcomes: told };
    },
  };
};

module.exports = { createOwnRuns };
