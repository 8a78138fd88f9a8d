import fc from 'fast-check';
import { answer } from '../../../server/src/engine/analytics/answer';
import {
  MIDDLES,
  QUARTER,
  arbitraryQuestion,
  arbitraryRow,
  expectAnswer,
  moment,
} from '../../support/analytics-count';
import type { Row } from '../../support/analytics-count';
import { LOG_TABLE, openAnalyticsDatabase } from '../../support/analytics-database';

type Step =
  | { do: 'insert'; rows: Row[] }
  | { do: 'advance' }
  | { do: 'advance twice at once' }
  | { do: 'retain'; at: number }
  | { do: 'recount'; at: number };
const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      rows: fc.array(arbitraryRow, { maxLength: 25 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('advance' as const) }),
      fc.record({ do: fc.constant('advance twice at once' as const) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('retain' as const), at: moment }),
      fc.record({ do: fc.constant('recount' as const), at: moment }),
    ),
  },
);

test('analytics equal a count over all rows that there ever were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...MIDDLES),
      fc.array(arbitraryStep, { minLength: 1, maxLength: 9 }),
      arbitraryQuestion,
      async (middle, steps, relative) => {
        const database = await openAnalyticsDatabase();
        try {
          const stores = [database.openStore(() => middle), database.openStore(() => middle)];
          const [store = database.openStore(() => middle)] = stores;
          const ever: Row[] = [];
          for (const step of steps) {
            if (step.do === 'insert') {
              const rows = step.rows.map((row) => ({ ...row, created_at: row.created_at + middle }));
              ever.push(...rows);
              await database.insert(rows);
            } else if (step.do === 'advance') await store.rollUp.advance();
            else if (step.do === 'advance twice at once') {
              await Promise.all(stores.map(({ rollUp }) => rollUp.advance()));
            } else if (step.do === 'retain') {
              await database
                .knex(LOG_TABLE)
                .where('created_at', '<', middle + step.at)
                .where('id', '<=', await store.rolledUpTo())
                .del();
            } else await store.rollUp.recount(Math.floor((middle + step.at) / (4 * QUARTER)) * 4 * QUARTER);
          }

          const question = {
            ...relative,
            span: { start: relative.span.start + middle, end: relative.span.end + middle },
          };
          const found = await answer(question, store.read);

          expectAnswer(found, question, ever);
        } finally {
          await database.close();
        }
      },
    ),
    { numRuns: 100 },
  );
}, 240_000);
