import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { repositoryRoot } from '../paths.ts';

const CLI = join(repositoryRoot, 'shared/release/src/cli/main.ts');
/** The timeout of a command. The gate compiles the types of a release, which may be large. */
const TIMEOUT_MILLISECONDS = 120_000;

/**
 * Runs a release command in a separate process, exactly as the operator would in a terminal, so that the gate does not block
 * visitors. After two minutes the process and its children are killed.
 *
 * Takes the store, the arguments, and additional environment variables. Returns whether the exit code was 0, and what was
 * printed to stdout and stderr.
 */
export async function runCli(
  store: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ isDone: boolean; output: string; errors: string }> {
  const isPosix = process.platform !== 'win32';
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
    env: { ...process.env, STORE_DIR: store, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, which can be killed as a whole. On Windows this would open a window.
    detached: isPosix,
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    try {
      if (child.pid !== undefined) process.kill(isPosix ? -child.pid : child.pid, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }, TIMEOUT_MILLISECONDS);
  try {
    const printed = [text(child.stdout), text(child.stderr), once(child, 'close')] as const;
    const [output, errors] = await Promise.all(printed);
    const late = `The command took more than ${TIMEOUT_MILLISECONDS / 1000} seconds and was stopped.`;
    return { isDone: child.exitCode === 0, output, errors: isLate ? late : errors };
  } finally {
    clearTimeout(timer);
  }
}
