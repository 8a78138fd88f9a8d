import { OTHER } from '../../../../contracts/analytics';
import type { Figures, FiguresGroup, Split } from '../../../../contracts/analytics';
import type { Entry } from './cube';
import { addEntry, addSums, addUsual, comparedWith, costOf, createSums, toFigures } from './sums';
import type { Sums, UsualRuns } from './sums';

/** For each dimension the values that are wanted; one that is not there takes all. */
export type Filters = Partial<Record<Split, readonly (string | null)[]>>;

export interface Wanted {
  filters: Filters;
  /** sources that are left out unless a filter names them */
  withoutSources: readonly string[];
}

const SPLITS_OF_ENTRY = ['tool', 'provider', 'model', 'source', 'caller', 'status'] as const;

export const createAccepts = ({ filters, withoutSources }: Wanted): ((entry: Entry) => boolean) => {
  const checks = SPLITS_OF_ENTRY.flatMap((split) => {
    const values = filters[split];
    return values ? [{ split, values: new Set(values) }] : [];
  });
  const left = new Set<string | null>(filters.source ? [] : withoutSources);
  return (entry) => !left.has(entry.source) && checks.every(({ split, values }) => values.has(entry[split]));
};

interface GroupSums {
  sums: Sums;
  runs: Float64Array;
  errors: Float64Array;
  cost: Float64Array;
  unknownCost: Float64Array;
}

interface TallyOptions {
  buckets: number;
  split: Split | null;
  /** the most groups in the answer */
  limit: number;
  accepts(entry: Entry): boolean;
}

export interface Tally {
  add(bucket: number, entry: Entry): void;
  totals(): Figures;
  bucket(index: number): Figures;
  groups(): Omit<FiguresGroup, 'label'>[];
}

/** Numbers in the series of all groups together: what bounds the memory of a request. */
const MOST_NUMBERS = 4_000_000;
const FEWEST_GROUPS = 20;

/** Adds entries up by bucket and by group. */
export const createTally = ({ buckets, split, limit, accepts }: TallyOptions): Tally => {
  const usual: UsualRuns = new Map();
  const series = Array.from({ length: buckets }, createSums);
  const groups = new Map<string | null, GroupSums>();
  const mostGroups = Math.max(FEWEST_GROUPS, limit, Math.min(1000, Math.floor(MOST_NUMBERS / buckets / 4)));

  const createGroup = (): GroupSums => ({
    sums: createSums(),
    runs: new Float64Array(buckets),
    errors: new Float64Array(buckets),
    cost: new Float64Array(buckets),
    unknownCost: new Float64Array(buckets),
  });

  const groupFor = (key: string | null): GroupSums => {
    const known = groups.get(key);
    if (known) return known;
    const found = groups.size < mostGroups ? key : OTHER;
    const group = groups.get(found) ?? createGroup();
    groups.set(found, group);
    return group;
  };

  const increase = (numbers: Float64Array, index: number, by: number): void => {
    numbers[index] = (numbers[index] ?? 0) + by;
  };

  const addGroup = (group: GroupSums, added: GroupSums): void => {
    addSums(group.sums, added.sums);
    for (const name of ['runs', 'errors', 'cost', 'unknownCost'] as const) {
      added[name].forEach((value, index) => increase(group[name], index, value));
    }
  };

  const toGroup = (key: string | null, group: GroupSums): Omit<FiguresGroup, 'label'> => ({
    key,
    ...toFigures(group.sums, usual),
    series: {
      runs: [...group.runs],
      errors: [...group.errors],
      cost_micros: [...group.cost].map((cost, index) => costOf(cost, group.unknownCost[index] ?? 0)),
    },
  });

  return {
    add: (bucket, entry) => {
      const sums = series[bucket];
      if (!sums || !accepts(entry)) return;
      const compared = entry.status === 'success' ? comparedWith(entry) : '';
      addUsual(usual, entry, compared);
      addEntry(sums, entry, compared);
      if (!split) return;
      const group = groupFor(entry[split]);
      addEntry(group.sums, entry, compared);
      increase(group.runs, bucket, entry.runs);
      if (entry.status === 'error') increase(group.errors, bucket, entry.runs);
      increase(group.cost, bucket, entry.cost_micros);
      increase(group.unknownCost, bucket, entry.unknown_cost);
    },

    totals: () => {
      const totals = createSums();
      for (const sums of series) addSums(totals, sums);
      return toFigures(totals, usual);
    },

    bucket: (index) => toFigures(series[index] ?? createSums(), usual),

    groups: () => {
      const told = [...groups]
        .filter(([key]) => key !== OTHER)
        .sort(([, a], [, b]) => b.sums.runs - a.sums.runs);
      const rest = told.slice(limit).map(([, group]) => group);
      const other = groups.get(OTHER) ?? createGroup();
      for (const group of rest) addGroup(other, group);
      const top = told.slice(0, limit).map(([key, group]) => toGroup(key, group));
      return other.sums.runs > 0 ? [...top, toGroup(OTHER, other)] : top;
    },
  };
};
