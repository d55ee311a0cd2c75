import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** Starts a command and waits until its output matches. Rejects with the output if the command ends first. */
export async function startUntil(
  [command, ...args]: readonly [string, ...string[]],
  pattern: RegExp,
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const closed = once(child, 'close');
  let output = '';
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const found = pattern.exec(output);
      if (found) resolve(found);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', () => reject(new Error(output)));
  });
  const { pid = 0 } = child;
  return {
    pid,
    match,
    output: () => output,
    /** Ends the whole process group, as Ctrl+C in a terminal does. */
    async stop(): Promise<void> {
      process.kill(-pid, 'SIGINT');
      await closed;
    },
  };
}
