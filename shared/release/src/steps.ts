import { execFile } from 'node:child_process';
import { extname, join } from 'node:path';
import { errorMessage, storeError } from '@space/store';

/** Runs one step and shows it. Takes the step's label ('building retro') and the work; returns the work's result. */
export type Step = <T>(label: string, work: () => Promise<T>) => Promise<T>;

/** Runs steps without output: for tests, and for commands that print JSON. */
export const quietly: Step = (_label, work) => work();

/** Shows the steps of a long command on standard error: a line when one begins, and one with its duration when it ends. */
export const shown: Step = async (label, work) => {
  const start = performance.now();
  console.error(`${label} …`);
  let end = 'failed';
  try {
    const result = await work();
    end = 'done';
    return result;
  } finally {
    console.error(`${label}: ${end} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
};

/** The time that a step of a release may take: a loop in a team's code must not hang it without a word. Tests shorten it. */
export const STEP_LIMIT = { milliseconds: 60_000 };

/** The words that run a module of `prerender/` in a process, from this repository or from the installed package. */
export const prerenderWords = (module: 'pagesOf' | 'tryPages', ...args: readonly string[]) => [
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, 'prerender', module + extname(import.meta.filename)),
  ...args,
];

export interface Running {
  /** NODE_ENV, if it is not this process's. */
  mode?: string;
  /** Ends the process. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs a step in a Node process of its own. `what`: what it does, 'Compiling retro', for the message of the StoreError that is
 * thrown when it takes longer than the limit: it is killed then.
 */
export async function runProcess(
  args: readonly string[],
  cwd: string,
  what: string,
  { mode = process.env['NODE_ENV'], signal }: Running = {},
) {
  const { milliseconds: timeout } = STEP_LIMIT;
  // Vitest's variables would make a tool that is started in a test behave as one of its workers.
  const inherited = Object.entries(process.env).filter(([key]) => !key.startsWith('VITEST'));
  const env = { ...Object.fromEntries(inherited), NODE_ENV: mode };
  const options = { cwd, env, timeout, killSignal: 'SIGKILL', maxBuffer: Infinity, signal } as const;
  return new Promise<{ isDone: boolean; stdout: string; stderr: string }>((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (!error?.killed) return resolve({ isDone: error === null, stdout, stderr });
      const late = `${what} took longer than ${timeout / 1000} s and was ended. Does its code have a loop that does not end?`;
      reject(storeError(late));
    });
  });
}

/** Waits for a command: an error is printed as its message, and makes the exit code 1. */
export const orExitCode = (command: Promise<unknown>): Promise<unknown> =>
  command.catch((error: unknown) => {
    console.error(errorMessage(error));
    process.exitCode = 1;
  });
