import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const COMPILER = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);

/** What the compiler found wrong in one place. */
export interface Diagnostic {
  /** Relative to the project's folder; null for what concerns no file. */
  file: string | null;
  /** Counted from 1. */
  line: number;
  /** The sentences, from the outermost to the one that names the cause. */
  sentences: string[];
}

const HEAD = /^(?:(.+?)\((\d+),\d+\): )?error TS\d+: (.*)$/;

function readDiagnostics(output: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const line of output.split('\n')) {
    const head = HEAD.exec(line);
    if (head) found.push({ file: head[1] ?? null, line: Number(head[2] ?? 0), sentences: [head[3] ?? ''] });
    else if (line.trim() !== '') found.at(-1)?.sentences.push(line.trim());
  }
  return found;
}

/**
 * Runs the project's own compiler on the `tsconfig.json` of a folder.
 *
 * Returns what it found wrong, nothing when all is well; throws when it could not run.
 */
export async function tsc(folder: string): Promise<Diagnostic[]> {
  const child = spawn(process.execPath, [COMPILER, '--pretty', 'false', '-p', folder], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [code, output, complaint] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  const found = readDiagnostics(output);
  if (code !== 0 && found.length === 0) throw new Error(`The compiler could not run: ${complaint || output}`);
  return found;
}
