import { z } from 'zod';

/** What the process that makes the load is told to do. */
export interface LoadOrder {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** the mark in it is replaced by a number that no other request has */
  body: string;
  firstNumber: number;
  concurrency: number;
  /** how long, or how many */
  seconds?: number;
  requests?: number;
}

export const NUMBER_MARK = '##########';

export const loadResult = z.object({
  answers: z.number(),
  seconds: z.number(),
  /** milliseconds; null (JSON has no NaN) when nothing was answered */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  statuses: z.record(z.string(), z.number()),
  lost: z.number(),
});

export type LoadResult = z.output<typeof loadResult>;
