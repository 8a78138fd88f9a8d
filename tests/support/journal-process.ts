import { appendFileSync } from 'node:fs';
import { createLogJournal } from '../../server/src/stores/log-journal';
import { createLogReports } from '../../server/src/stores/log-reports';
import { entry } from './log-entries';

/*
 * A program of its own, to be killed: it appends rows to the journal in the folder it is given, tells the id of each as
 * soon as it is acknowledged, takes over what it finds, and writes what it takes into a file that stands for the database.
 */

const [folder = '', database = '', inTurn = '1'] = process.argv.slice(2);
const tell = (message: object): void => {
  process.send?.(message);
};

const journal = createLogJournal({
  folder,
  reports: createLogReports((warning) => tell({ warning }), Date.now),
  onRows: () => {},
  segmentBytes: 2000,
});

const append = async (): Promise<void> => {
  const row = entry();
  await journal.append(row);
  tell({ acknowledged: row.request_id });
};

const fill = (): void => {
  for (let count = 0; count < Number(inTurn); count += 1) void append();
  setImmediate(fill);
};

const empty = (): void => {
  const slice = journal.take({ rows: 20, bytes: 1000 });
  if (slice) {
    appendFileSync(database, slice.entries.map(({ request_id }) => `${request_id}\n`).join(''));
    // some are written and not done when the process dies, some fail
    if (Math.random() < 0.3) slice.putBack();
    else slice.done();
  }
  setTimeout(empty, 1);
};

void journal.adopt().then(empty);
fill();
