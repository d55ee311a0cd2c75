import { spawn } from 'node:child_process';
import { storeError } from '@space/store';

/** The time that a step of a release may take, in milliseconds: a loop in a team's code must not hang it without a word. */
export const STEP_LIMIT = 60_000;

interface ProcessOptions {
  /** The folder in which it runs. */
  cwd: string;
  /** What it does, for the message when it takes too long: 'rendering the pages of retro'. */
  what: string;
  /** Environment variables besides those of this process. */
  variables?: Record<string, string>;
  /** In milliseconds. */
  limit?: number | undefined;
}

/** The end of a process, and what it sent to this one with `process.send`. */
interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  message: unknown;
}

/**
 * Runs a step of a release in a Node process of its own. Takes the script, its arguments and the options; returns how it
 * ended. Throws StoreError when it takes longer than the limit: it is killed then.
 */
export async function runProcess(
  args: readonly string[],
  { cwd, what, variables = {}, limit = STEP_LIMIT }: ProcessOptions,
): Promise<Ended> {
  // Vitest's variables would make a tool that is started in a test behave as one of its workers.
  const inherited = Object.entries(process.env).filter(([key]) => !key.startsWith('VITEST'));
  const env = { ...Object.fromEntries(inherited), ...variables };
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = { stdout: '', stderr: '' };
  let message: unknown;
  let isLate = false;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  child.on('message', (sent) => (message = sent));
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, limit);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (isLate)
      throw storeError(
        `${what} took longer than ${limit / 1000} s and was ended. Does its code have a loop that does not end?`,
      );
    return { code, ...output, message };
  } finally {
    clearTimeout(timer);
  }
}
