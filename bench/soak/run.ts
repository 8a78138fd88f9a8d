import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isReachable } from '../../tests/support/database-servers';
import { pinToOthers } from '../child';
import { describeMachine } from '../machine';
import { describeLoad, watchSteal } from '../process-stats';
import { startProgram } from '../program';
import { REPOSITORY } from '../site-folder';
import type { Undos } from '../undo';
import { writeMeasured } from '../write-measured';
import { SERVERS } from './backing';
import { HELP, readOptions } from './options';
import type { Options } from './options';
import { describeSoak, judge } from './report';
import { soak } from './soak';

const MARK = { start: '<!-- measured by npm run soak -- --write -->', end: '<!-- end of soak -->' };

/** Long enough between two faults of the provider that its breakers close again. */
const PACE = {
  provider: { well: [5, 30], unwell: [2, 8] },
  database: { well: [20, 60], unwell: [1, 6] },
  redis: { well: [10, 40], unwell: [1, 8] },
} as const;

const PROVIDER_TIMEOUT_MS = 4000;

/** Beyond what the last fault may be an excuse for. */
const RECOVERY_SECONDS = 30;

const run = async (options: Options, { tell, undoLater, isStopping }: Undos): Promise<void> => {
  if (!existsSync(path.join(REPOSITORY, 'dist/server/index.js'))) {
    throw new Error('Build first: npm run build');
  }
  const { minutes, seed, database, rate, write } = options;
  if (database !== 'sqlite' && !(await isReachable(SERVERS[database])))
    throw new Error(`No ${database} server answers.`);
  tell(`seed ${seed}: npm run soak -- --minutes ${minutes} --seed ${seed} --database ${database}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-soak-log-'));
  undoLater(() => rmSync(folder, { recursive: true, force: true }));
  const log = path.join(folder, 'log');
  pinToOthers();
  const stolen = watchSteal();
  try {
    const result = await soak({
      database,
      plugin: 'built',
      seed,
      seconds: { faults: minutes * 60, recovery: RECOVERY_SECONDS },
      perSecond: rate ?? null,
      pace: PACE,
      providerTimeoutMs: PROVIDER_TIMEOUT_MS,
      sampleEverySeconds: minutes < 10 ? 10 : 60,
      log,
      say: tell,
      onUndo: undoLater,
    });
    const measured = describeSoak(result, options, [
      ...(await describeMachine([database])),
      describeLoad(stolen()),
    ]);
    process.stdout.write(`${measured}\n`);
    if (write) writeMeasured(MARK, measured);
    if (!judge(result).every(({ isMet }) => isMet)) process.exitCode = 1;
  } catch (error) {
    if (!isStopping()) tell(`! the end of the log:\n${readFileSync(log, 'utf8').slice(-4000)}`);
    throw error;
  }
};

startProgram({ help: HELP, readOptions, run });
