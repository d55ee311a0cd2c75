import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const COMPILER = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

/** An error that the compiler reports. */
export interface Diagnostic {
  /** Relative to the project's folder; null if the error concerns no file. */
  file: string | null;
  /** Counted from 1. */
  line: number;
  /** The messages, from the outermost to the one that names the cause. */
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
 * Returns the errors that it reports, none if the project is correct; throws when it could not run.
 */
export async function tsc(folder: string): Promise<Diagnostic[]> {
  const args = [COMPILER, '--pretty', 'false', '--checkers', '1', '-p', folder];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: Infinity }, (error, stdout, stderr) => {
      const found = readDiagnostics(stdout);
      if (error === null || found.length > 0) resolve(found);
      else reject(new Error(`The compiler could not run: ${stderr || stdout}`, { cause: error }));
    });
  });
}
