import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../settings.ts';

const CLI = join(repositoryRoot, 'shared/release/src/cli/main.ts');
const TIMEOUT_MILLISECONDS = 120_000;

/**
 * Runs a release command as in a terminal, without blocking visitors, for at most two minutes. Takes the store, the
 * arguments and more environment variables.
 */
export function runCli(
  store: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ isDone: boolean; output: string; errors: string }> {
  const words = ['--disable-warning=ExperimentalWarning', CLI, ...args];
  const env = { ...process.env, STORE_DIR: store, ...environment };
  const late = `The command took more than ${TIMEOUT_MILLISECONDS / 1000} seconds and was stopped.`;
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      words,
      { env, timeout: TIMEOUT_MILLISECONDS, killSignal: 'SIGKILL', maxBuffer: Infinity },
      (error, output, errors) =>
        resolve({ isDone: error === null, output, errors: error?.killed ? late : errors }),
    ),
  );
}
