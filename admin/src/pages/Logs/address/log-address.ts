import { STATUSES } from '../../../../../contracts/analytics';
import { LOG_SORTS } from '../../../../../contracts/logs';
import type { FindLogs, LogFilter, LogSort } from '../../../../../contracts/logs';
import { TIME_RANGES, beginningOf } from './time-ranges';
import type { TimeRange } from './time-ranges';

/** What a row can be found by, in the order of the chips. The names are those of the server's filter. */
export const CHIP_FILTERS = [
  'tool',
  'provider',
  'model',
  'status',
  'code',
  'source',
  'cached',
  'caller_type',
  'caller_id',
] as const satisfies readonly (keyof LogFilter)[];

export type ChipFilter = (typeof CHIP_FILTERS)[number];

/** Of the parts of an address: when one of them changes, a page of the old list means nothing any more. */
const PLACES = ['after', 'before', 'page'] as const;

export interface LogAddress {
  filter: LogFilter;
  /** in place of `from` and `to` */
  range: TimeRange | null;
  sort: LogSort;
  order: 'asc' | 'desc';
  place: Pick<FindLogs.Query, (typeof PLACES)[number]>;
  /** the request id of the row that is looked at */
  run: string | null;
}

const MAX_WORD = 255;
const MAX_TEXT = 200;

const oneOf = <Choice extends string>(choices: readonly Choice[], value: string | null): Choice | undefined =>
  choices.find((choice) => choice === value);

const toMoment = (value: string | null): string | undefined => {
  const date = new Date(value ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** Reads an address. What makes no sense there is left out, so that no link leads to an error. */
export const readLogAddress = (address: URLSearchParams): LogAddress => {
  const word = (name: string): string | undefined => address.get(name)?.slice(0, MAX_WORD) || undefined;
  const range = oneOf(TIME_RANGES, address.get('range')) ?? null;
  return {
    filter: {
      tool: word('tool'),
      provider: word('provider'),
      model: word('model'),
      status: oneOf(STATUSES, address.get('status')),
      code: word('code'),
      source: word('source'),
      caller_type: word('caller_type'),
      caller_id: word('caller_id'),
      cached: oneOf(['true', 'false'], address.get('cached')),
      ...(range === null && { from: toMoment(address.get('from')), to: toMoment(address.get('to')) }),
      text: address.get('text')?.trim().slice(0, MAX_TEXT) || undefined,
      with_trials: oneOf(['true'], address.get('with_trials')),
    },
    range,
    sort: oneOf(LOG_SORTS, address.get('sort')) ?? 'time',
    order: oneOf(['asc', 'desc'], address.get('order')) ?? 'desc',
    place: {
      after: address.get('after') || undefined,
      before: address.get('before') || undefined,
      page: oneOf(['last'], address.get('page')),
    },
    run: address.get('run') || null,
  };
};

/** The address with some parts changed; null takes one away. The list begins anew, and no row is open. */
export const changeLogAddress = (
  address: URLSearchParams,
  changes: Record<string, string | null>,
): URLSearchParams => {
  const next = new URLSearchParams(address);
  for (const name of [...PLACES, 'run']) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
};

/** The address with a row open, or with none: the list stays as it is. */
export const openRunAddress = (address: URLSearchParams, run: string | null): URLSearchParams => {
  const next = new URLSearchParams(address);
  if (run === null) next.delete('run');
  else next.set('run', run);
  return next;
};

/** What the filter of an address comes to at a moment, for a range ends with it. */
export const filterAt = ({ filter, range }: Pick<LogAddress, 'filter' | 'range'>, now: Date): LogFilter =>
  range === null ? filter : { ...filter, from: beginningOf(range, now).toISOString() };

/** Whether something is left out that is shown at the bare address. */
export const isFiltered = ({ filter, range }: LogAddress): boolean =>
  range !== null ||
  Object.entries(filter).some(([name, value]) => name !== 'with_trials' && value !== undefined);

/** Whether new rows belong at the top of what an address shows. */
export const isFollowable = ({ sort, order, place }: LogAddress): boolean =>
  sort === 'time' && order === 'desc' && Object.values(place).every((value) => value === undefined);
