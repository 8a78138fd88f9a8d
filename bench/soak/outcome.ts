import { z } from 'zod';

/** What a request asks for: a tool and a way to call it, or something that has to be refused. */
export const KINDS = [
  'plain',
  'streamed',
  'cached',
  'cached, streamed',
  'counted',
  'limited',
  'budgeted',
  'with a fallback',
  'left early',
  'faulty input',
  'unknown tool',
  'wrong token',
  'in process',
] as const;

export type Kind = (typeof KINDS)[number];

export const CALLERS = ['basic', 'jwt', 'token', 'token by basic', 'public', 'site'] as const;

export type Caller = (typeof CALLERS)[number];

/** What became of one request, as whoever made it saw it. */
export const outcomeSchema = z.object({
  /** unique in the whole run; the inputs carry it into the log */
  ticket: z.int(),
  kind: z.enum(KINDS),
  caller: z.enum(CALLERS),
  nonce: z.string(),
  /** milliseconds since 1970 */
  startedAt: z.number(),
  endedAt: z.number(),
  /** `left`: by the caller's own will; `lost`: without an answer, or without the end of one */
  end: z.enum(['answered', 'left', 'lost']),
  status: z.int().nullable(),
  /** of the plugin's error, also of one that ended a stream */
  code: z.string().nullable(),
  requestId: z.string().nullable(),
  cached: z.boolean().nullable(),
  provider: z.string().nullable(),
  costUsd: z.number().nullable(),
  /** what is wrong with the answer in itself, such as another caller's nonce */
  complaint: z.string().nullable(),
});

export type Outcome = z.output<typeof outcomeSchema>;

/** How the load is to ask; every order has tickets of its own. */
export interface LoadOrder {
  port: number;
  seed: number;
  firstTicket: number;
  seconds: number;
  /** so many at a time, each as soon as another one has ended; or so many a second, whatever becomes of them */
  pace: { atOnce: number } | { perSecond: number };
  credentials: Credentials;
}

export interface Credentials {
  username: string;
  password: string;
  apiToken: string;
  jwt: string;
}

export const loadMessage = z.discriminatedUnion('what', [
  z.object({ what: z.literal('outcomes'), outcomes: z.array(outcomeSchema) }),
  z.object({
    what: z.literal('done'),
    seconds: z.number(),
    /** not asked, since too many questions had no answer yet */
    heldBack: z.int(),
  }),
]);

export type LoadMessage = z.output<typeof loadMessage>;
