const EXECUTE = '/api/ai-tools/v1/execute';

/** The call that the demo makes itself, and shows as a curl line. */
export const SUMMARY_CALL = {
  slug: 'content-summarizer',
  inputs: {
    content:
      'The town council has opened a bridge over the mill stream, 14 metres long, for otters and nobody else. Cameras counted 31 crossings in the first week.',
    max_length: 20,
  },
};

export const STREAMED_CALL = {
  slug: 'support-assistant',
  inputs: { question: 'Can I change the address of an order?', customer_name: 'Ada' },
  stream: true,
};

/** Runs a tool over REST with Basic credentials, as any client would. */
export const callTool = async ({ slug, inputs }, { url, logins }) => {
  const { username, password } = logins.apiUser;
  const response = await fetch(`${url}${EXECUTE}/${slug}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(inputs),
  });
  return response.json();
};

const quoteForShell = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same call as a line for a shell. */
export const toCurl = ({ slug, inputs, stream }, { url, logins }) => {
  const { username, password } = logins.apiUser;
  return [
    stream ? 'curl -N' : 'curl',
    `-u ${quoteForShell(`${username}:${password}`)}`,
    `${url}${EXECUTE}/${slug}`,
    `-H 'Content-Type: application/json'`,
    ...(stream ? [`-H 'Accept: text/event-stream'`] : []),
    `-d ${quoteForShell(JSON.stringify(inputs))}`,
  ].join(' ');
};
