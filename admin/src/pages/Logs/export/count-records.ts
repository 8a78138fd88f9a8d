const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Counts the lines of a file while its bytes pass; in CSV, those within quotation marks belong to a value. */
export const createRecordCounter = (format: 'csv' | 'jsonl') => {
  let lines = 0;
  let isQuoted = false;
  return (bytes: Uint8Array): number => {
    for (const byte of bytes) {
      if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted;
      else if (byte === NEWLINE && !isQuoted) lines += 1;
    }
    // the first line of a CSV file names the columns
    return format === 'csv' ? Math.max(0, lines - 1) : lines;
  };
};
