import type { Knex } from 'knex';

export interface RowSearch {
  columns: readonly string[];
  /** of these, the ones that are searched */
  searched: readonly string[];
  words: readonly string[];
  /** how many rows are looked at, from the newest on */
  newest: number;
  limit: number;
}

/** JSON has a form of its own in two of the databases. */
const asText = (client: string): string => (client === 'mysql' ? 'CHAR' : 'TEXT');

/**
 * The newest rows of a table that have one of the words in one of the columns; in words, `_` and `%` stand for others.
 * `from` makes a query on the table, `client` is the host's name for the database.
 */
export const findInNewestRows = (
  { knex, from, client }: { knex: Knex; from: () => Knex.QueryBuilder; client: string },
  { columns, searched, words, newest, limit }: RowSearch,
): Promise<Record<string, unknown>[]> => {
  const rows = from().select(columns).orderBy('id', 'desc').limit(newest).as('newest');
  return knex
    .select('*')
    .from(rows)
    .where((either) => {
      for (const column of searched) {
        for (const word of words) {
          void either.orWhereRaw(`CAST(?? AS ${asText(client)}) LIKE ?`, [column, `%${word}%`]);
        }
      }
    })
    .orderBy('id', 'desc')
    .limit(limit);
};
