const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** How a database names what went wrong, without any of the values that it went wrong with. */
export const faultCode = (error: unknown): string => {
  const { code, sqlState } = Object(error);
  return text(code) || text(sqlState) || (error instanceof Error ? error.name : 'unknown');
};

/** The database driver's words without the statement before them, which quotes every value of the row. */
export const withoutStatement = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(' - ').at(-1) ?? '';

/**
 * Whether a value is to blame, so that no repetition will help: the classes 22 (data) and 23 (constraints) of
 * SQLSTATE, which PostgreSQL has as its code and MySQL beside it, and their names in SQLite.
 */
export const isFaultOfRow = (error: unknown): boolean => {
  const { code, sqlState } = Object(error);
  return (
    /^(22|23)...$/.test(text(sqlState)) ||
    /^(22|23)[0-9A-Z]{3}$/.test(text(code)) ||
    /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(text(code))
  );
};

/** What a database rolls back so that it may be done again: MySQL's and MariaDB's, PostgreSQL's, SQLite's. */
const TRANSIENT_CODES = [
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  '40P01',
  '40001',
  '55P03',
  'SQLITE_BUSY',
];

/** Whether doing the same again may help, because somebody else was in the way. */
export const isTransient = (error: unknown): boolean => TRANSIENT_CODES.includes(String(Object(error).code));
