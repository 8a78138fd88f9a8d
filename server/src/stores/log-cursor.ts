import { z } from 'zod';
import { LOG_SORTS } from '../../../contracts/logs';
import type { LogSort } from '../../../contracts/logs';
import type { LogPosition } from './log-order';

const cursorSchema = z.tuple([z.enum(LOG_SORTS), z.number().nullable(), z.number(), z.int().min(0)]);

/** A place in an order of the log, for a caller to hand back. */
export const writeCursor = (sort: LogSort, { value, time, id }: LogPosition): string =>
  Buffer.from(JSON.stringify([sort, value, time, id] satisfies z.input<typeof cursorSchema>)).toString(
    'base64url',
  );

/** Null for what is none of ours, or belongs to another order. */
export const readCursor = (sort: LogSort, cursor: string): LogPosition | null => {
  try {
    const [of, value, time, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return of === sort && (value !== null || of === 'cost') ? { value, time, id } : null;
  } catch {
    return null;
  }
};
