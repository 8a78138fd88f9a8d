/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
};

const toField = (value: unknown): string => {
  const text = toText(value);
  // callers choose what is in a text, and a formula would run at whoever opens the file; a number is none
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** One record of RFC 4180, with its line break. */
export const toCsvLine = (values: readonly unknown[]): string => `${values.map(toField).join(',')}\r\n`;
