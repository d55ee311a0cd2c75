import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';

const CLI = join(repositoryRoot, 'shared/release/src/cli/main.ts');
/** The timeout of a command. The gate compiles the types of a release, which may be large. */
const TIMEOUT_MILLISECONDS = 120_000;
/** How much of a command's output is stored. */
const MAX_OUTPUT = 16 * 1024 * 1024;

export interface CliResult {
  /** The exit code was 0. */
  isDone: boolean;
  output: string;
  errors: string;
}

/**
 * Runs a release command in a separate process, exactly as the operator would in a terminal, so that the gate does not block
 * visitors. After two minutes the process and its children are killed.
 *
 * Takes the store, the arguments, and additional environment variables (undefined removes one of ours).
 */
export function runCli(
  store: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<CliResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
      env: { ...process.env, STORE_DIR: store, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, which can be killed as a whole. On Windows this would open a window.
      detached: process.platform !== 'win32',
    });
    const outputs = { output: '', errors: '' };
    const collect = (name: keyof typeof outputs) => (chunk: string) => {
      if (outputs[name].length < MAX_OUTPUT) outputs[name] += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect('output'));
    child.stderr.setEncoding('utf8').on('data', collect('errors'));
    const timeout = setTimeout(() => {
      outputs.errors = `The command took more than ${TIMEOUT_MILLISECONDS / 1000} seconds and was stopped.`;
      endGroup(child.pid);
    }, TIMEOUT_MILLISECONDS);
    child.on('error', (error) => void (outputs.errors = error.message));
    child.on('close', (code) => {
      clearTimeout(timeout);
      resolve({ isDone: code === 0, ...outputs });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}
