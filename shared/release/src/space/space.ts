import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { SHELL, storeError } from '@space/store';
import { buildMany } from '../buildMany.ts';
import { COMMANDS, perform } from '../cli/commands.ts';
import { checkSource } from '../gate/checkSource.ts';
import { refusedRelease } from '../gate/refusedRelease.ts';
import { vitestConfigOf } from '../gate/vitestConfigOf.ts';
import { createOwnRemote } from '../newRemote/createRemote.ts';
import { ROOT, readDeclaration } from '../places.ts';

// The command `space` for a team whose remote has a repository of its own (decision 040), run in the folder of remote.json.

/** The commands that run on a site; the remote's name comes from remote.json. */
const SITE_COMMANDS = Object.entries(COMMANDS)
  .filter(([, { options }]) => options?.includes('site'))
  .map(([name]) => name);

const USAGE = `Commands, in the folder of remote.json:
  space new <name>               makes the folder of a new remote, with a page
  space build                    builds into dist
  space check                    the compiler and the contract test
  space test [words]             the tests, by vitest
  space dev --site <address>     this remote from its source in that site
  space release --site <address> and likewise: ${SITE_COMMANDS.filter((name) => name !== 'release').join(', ')}
SPACE_SITE is the default of --site, SPACE_TOKEN is the token that the operator gave you.`;

async function make(name: string): Promise<boolean> {
  const { port } = await createOwnRemote(process.cwd(), name);
  console.log(
    `Made ${name}: the page /${name}, port ${port} in development. Next, in that folder: git init, and install.`,
  );
  return true;
}

async function build(name: string): Promise<boolean> {
  const { failures } = await buildMany([name]);
  for (const { reason } of failures) console.error(reason);
  return failures.length === 0;
}

async function check(name: string): Promise<boolean> {
  const refusals = await checkSource(name, ROOT);
  if (refusals.length > 0) throw refusedRelease({ name, version: `in ${ROOT}` }, refusals);
  console.log(`${name}: types and contract test passed.`);
  return true;
}

async function test(args: readonly string[]): Promise<boolean> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...vitestConfigOf(ROOT), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

/** Runs a `space` command. Takes its arguments; returns whether it succeeded. Throws an Error if they are invalid. */
export async function space([command = '', ...args]: readonly string[]): Promise<boolean> {
  if (![...SITE_COMMANDS, 'new', 'build', 'check', 'test', 'dev'].includes(command)) throw new Error(USAGE);
  if (command === 'new') return make(args[0] ?? '');
  const { name } = readDeclaration(ROOT);
  if (name === SHELL) throw storeError('A remote cannot be called shell.');
  if (command === 'build') return build(name);
  if (command === 'check') return check(name);
  if (command === 'test') return test(args);
  const { SPACE_SITE } = process.env;
  const hasSite = args.some((arg) => arg === '--site' || arg.startsWith('--site='));
  if (!hasSite && !SPACE_SITE)
    throw storeError('Name the site: --site https://planner.example (or SPACE_SITE).');
  const siteArgs = hasSite ? args : [...args, '--site', SPACE_SITE ?? ''];
  if (command === 'dev') {
    const { developAtSite } = await import('./dev.ts');
    await developAtSite(siteArgs);
    return true;
  }
  return perform([command, name, ...siteArgs], process.env, console);
}
