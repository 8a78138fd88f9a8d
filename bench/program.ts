import { runUntilDone } from './undo';
import type { Undos } from './undo';

interface Program<Options> {
  help: string;
  /** Throws what is wrong with the arguments. */
  readOptions(args: string[]): Options;
  run(options: Options, undos: Undos): Promise<void>;
}

/** Starts a program of the command line: it explains itself when asked, cleans up after itself, and ends with 1 when it fails. */
export const startProgram = <Options extends { help: boolean }>(program: Program<Options>): void => {
  const main = async (): Promise<void> => {
    const options = program.readOptions(process.argv.slice(2));
    if (options.help) process.stdout.write(program.help);
    else await runUntilDone((undos) => program.run(options, undos));
  };
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
};
