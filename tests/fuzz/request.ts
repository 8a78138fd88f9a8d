/** How the bytes of a request get to the site. */
export type Delivery =
  | { how: 'whole' }
  /** in chunks of so many bytes, without a length */
  | { how: 'chunked'; size: number }
  /** the connection breaks after this share of the body */
  | { how: 'cut'; share: number }
  /** all is sent, and the caller hangs up so much later */
  | { how: 'hang-up'; afterMs: number }
  /** what follows the head of a request without its length, as it is */
  | { how: 'raw'; head: string; tail: string };

/** Text may hold places for what is only known when it is sent; see `places.ts`. */
export type Body = { text: string } | { bytes: Buffer } | null;

/** One request, as it is generated. */
export interface FuzzRequest {
  /** such as `POST /v1/execute/:slug`: what figures are kept by */
  route: string;
  side: 'content-api' | 'admin';
  /** the tool that is asked for, where one is */
  slug: string | null;
  method: string;
  /** from the root, with the query; with places */
  path: string;
  /** with places */
  headers: Record<string, string>;
  body: Body;
  delivery: Delivery;
}

export interface FuzzAnswer {
  /** of the first line and the headers that were sent, without those that the connection adds */
  headBytes: number;
  /** null where the connection ended without an answer */
  status: number | null;
  headers: Record<string, string>;
  text: string;
  /** whether the request was over in time */
  ended: boolean;
  nonces: string[];
}

const LONGEST = 3000;
const clip = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;

/** For a person to read, and to send again. */
export const describeRequest = ({ method, path, headers, body, delivery }: FuzzRequest): string =>
  [
    `${method} ${clip(path)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${clip(JSON.stringify(value))}`),
    `delivered: ${JSON.stringify(delivery)}`,
    body === null
      ? 'no body'
      : 'text' in body
        ? `body: ${clip(JSON.stringify(body.text))}`
        : `body, in base64: ${clip(body.bytes.toString('base64'))}`,
  ].join('\n');
