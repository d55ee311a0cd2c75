import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMMES } from './programmes.ts';

// `npm run lab -- <name> [arguments]`: runs a programme of the laboratory, on a fresh build if it uses the built site.
// Without a name it prints README.md, which describes each programme.

const BUILD = join(import.meta.dirname, '../../shared/release/src/testSite.ts');

async function run(script: string, args: readonly string[]): Promise<number> {
  const nodeArgs = ['--disable-warning=ExperimentalWarning', script, ...args];
  const child = spawn(process.execPath, nodeArgs, { stdio: 'inherit' });
  // Ctrl+C in a terminal also reaches the child, so only SIGTERM is forwarded.
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

process.on('SIGINT', () => {});
const [name, ...args] = process.argv.slice(2);
const programme = PROGRAMMES.find((one) => one.name === name);
if (programme) {
  const buildStatus = programme.needsBuild ? await run(BUILD, []) : 0;
  process.exitCode = buildStatus || (await run(join(import.meta.dirname, programme.file), args));
} else {
  console.log(readFileSync(join(import.meta.dirname, 'README.md'), 'utf8'));
  if (name !== undefined) {
    console.error(`There is no '${name}' in the laboratory.`);
    process.exitCode = 1;
  }
}
