import type { PlaygroundExchange } from '../../../../../contracts/playground';
import { formatJson } from './answer-text';

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** A request as it went over the line, its body in lines; null for the sandbox, which sends nothing. */
export const requestText = ({ request }: PlaygroundExchange): string | null => {
  if (!request) return null;
  const { method, url, headers, body } = request;
  const lines = [`${method} ${url}`, ...headerLines(headers)];
  if (body === null) return lines.join('\n');
  return [...lines, '', typeof body === 'string' ? body : JSON.stringify(body, null, 2)].join('\n');
};

/** A response as it came, JSON in lines and a stream with its events; null when none came. */
export const responseText = ({ response }: PlaygroundExchange): string | null =>
  response &&
  [
    `HTTP ${response.status}`,
    ...headerLines(response.headers),
    '',
    formatJson(response.body) ?? response.body,
  ].join('\n');
