import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMMES } from './programmes.ts';

// `npm run lab -- <name> [words]`: runs a programme of the laboratory, on a fresh build where it looks at the built site.
// Without a name it prints README.md, which says what each one measures.

const BUILD = join(import.meta.dirname, '../../shared/release/src/testSite.ts');

function run(script: string, words: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...words], {
      stdio: 'inherit',
    });
    // A terminal sends Ctrl+C to the child as well, which ends first.
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGTERM', pass);
    process.on('SIGINT', () => {});
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGTERM', pass);
      resolve(code ?? 1);
    });
  });
}

const [name, ...words] = process.argv.slice(2);
const programme = PROGRAMMES.find((one) => one.name === name);
if (programme) {
  const built = programme.needsBuild ? await run(BUILD, []) : 0;
  process.exitCode = built || (await run(join(import.meta.dirname, programme.file), words));
} else {
  console.log(readFileSync(join(import.meta.dirname, 'README.md'), 'utf8'));
  if (name !== undefined) {
    console.error(`There is no '${name}' in the laboratory.`);
    process.exitCode = 1;
  }
}
