import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { errorMessage } from '@space/store';
import { ROOT } from '../places.ts';
import { createRemote } from './createRemote.ts';

// `npm run new-remote -- notes`

const run = promisify(execFile);
const options = { cwd: ROOT, shell: process.platform === 'win32' };

try {
  const [name = ''] = parseArgs({ allowPositionals: true }).positionals;
  const { port } = await createRemote(ROOT, name);
  const folder = `remotes/${name}`;
  try {
    // With a long name the formatter breaks lines in other places than in the template.
    await run(join(ROOT, 'node_modules', '.bin', 'oxfmt'), [folder], options);
    await run(process.execPath, ['shared/tooling/bin/install.mjs'], options);
  } catch (error) {
    await rm(join(ROOT, folder), { recursive: true, force: true });
    throw error;
  }
  console.log(`
  Made ${folder}: the page /${name}, port ${port} in development.

  npm run dev -- ${name}                  in the site, with the other remotes as they are released
  npm run release -- ${name}              into the running site, which is neither built nor stopped

  Commit ${folder} and pnpm-lock.yaml together. More: docs/own-a-remote.md.
`);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
