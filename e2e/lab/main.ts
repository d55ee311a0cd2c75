import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMMES } from './programmes.ts';

// `npm run lab -- <name> [words]`: runs a programme of the laboratory, on a fresh build where it looks at the built site.
// Without a name it prints README.md, which says what each one measures.

const BUILD = join(import.meta.dirname, '../../shared/release/src/testSite.ts');

async function run(script: string, words: readonly string[]): Promise<number> {
  const args = ['--disable-warning=ExperimentalWarning', script, ...words];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  // A terminal sends Ctrl+C to the child as well, which ends first.
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

process.on('SIGINT', () => {});
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
