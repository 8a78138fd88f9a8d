import { HOUR, QUARTER } from './calendar';
import type { Span } from './calendar';

/**
 * The lengths of slots, each a whole number of the one after it. Quarters of an hour fit every zone's hours and days;
 * the longer ones make a day of any zone from some seven slots, and a month from some thirty-five.
 */
export const LEVELS = [24 * HOUR, 8 * HOUR, 4 * HOUR, 2 * HOUR, HOUR, QUARTER] as const;
export type Level = (typeof LEVELS)[number];

/** A slot of a level: all runs that ended in it. */
export interface Slot {
  level: Level;
  start: number;
}

export const slotAt = (level: Level, time: number): Slot => ({
  level,
  start: Math.floor(time / level) * level,
});

export const slotKey = ({ level, start }: Slot): string => `${level}:${start}`;

/** The fewest slots that make up a span whose ends are whole quarters, in the order of time. */
export const cover = ({ start, end }: Span): Slot[] => {
  const slots: Slot[] = [];
  for (let time = start; time < end;) {
    const level = LEVELS.find((length) => time % length === 0 && time + length <= end) ?? QUARTER;
    slots.push({ level, start: time });
    time += level;
  }
  return slots;
};

/** The smallest span of whole quarters that holds this one. */
export const toQuarters = ({ start, end }: Span): Span => ({
  start: Math.floor(start / QUARTER) * QUARTER,
  end: Math.ceil(end / QUARTER) * QUARTER,
});
