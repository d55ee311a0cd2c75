import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';

const MAIN = join(repositoryRoot, 'shared/release/src/cli/main.ts');
/** What a command may take: the gate compiles types, of whatever size a release brings them. */
const LONGEST_MILLISECONDS = 120_000;
/** Of what a command prints, so much is kept. */
const LONGEST_OUTPUT = 16 * 1024 * 1024;

export interface Ran {
  /** It ended with 0. */
  isDone: boolean;
  output: string;
  complaint: string;
}

/**
 * Runs a command of releases in a process of its own, exactly as the operator would on a terminal: the gate judges there, and
 * what it takes holds up no visitor. It is ended, with what it started, when it takes two minutes.
 *
 * Takes the store, the words, and what its environment has besides ours (undefined: not even that).
 */
export function runCli(
  store: string,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...words], {
      env: { ...process.env, STORE_DIR: store, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, which ends with it. On Windows that would be a window.
      detached: process.platform !== 'win32',
    });
    const said = { output: '', complaint: '' };
    const keep = (name: keyof typeof said) => (chunk: string) => {
      if (said[name].length < LONGEST_OUTPUT) said[name] += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep('output'));
    child.stderr.setEncoding('utf8').on('data', keep('complaint'));
    const impatience = setTimeout(() => {
      said.complaint = `It took more than ${LONGEST_MILLISECONDS / 1000} seconds, and was ended.`;
      endGroup(child.pid);
    }, LONGEST_MILLISECONDS);
    child.on('error', (error) => void (said.complaint = error.message));
    child.on('close', (code) => {
      clearTimeout(impatience);
      resolve({ isDone: code === 0, ...said });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
