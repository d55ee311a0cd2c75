import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { SHELL, storeError } from '@space/store';
import { buildMany } from '../buildMany.ts';
import { COMMANDS, perform } from '../cli/commands.ts';
import { checkSource } from '../gate/checkSource.ts';
import { refusedRelease } from '../gate/refusedRelease.ts';
import { vitestConfigOf } from '../gate/vitestConfigOf.ts';
import { createOwnRemote } from '../newRemote/createRemote.ts';
import { ROOT, readDeclaration } from '../places.ts';

// The command `space` of a team whose remote has a repository of its own (decision 040), typed beside its remote.json.

/** What is asked of a site, with the usual words but the name, which remote.json says. */
const AT_SITE = Object.entries(COMMANDS)
  .filter(([, { options }]) => options?.includes('site'))
  .map(([name]) => name);

const USAGE = `There are, in the folder of remote.json:
  space new <name>               makes the folder of a new remote, with a page
  space build                    builds into dist; with --alone [folder] a site of its own
  space check                    the compiler and the contract test
  space test [words]             the tests, by vitest
  space dev --site <address>     this remote from its source in that site, or with --alone by itself
  space release --site <address> and in the same way: ${AT_SITE.filter((name) => name !== 'release').join(', ')}
SPACE_SITE stands for --site, SPACE_TOKEN is the token that the operator gave you.`;

async function make(name: string): Promise<boolean> {
  const { port } = await createOwnRemote(process.cwd(), name);
  console.log(
    `Made ${name}: the page /${name}, port ${port} in development. Next, in that folder: git init, and install.`,
  );
  return true;
}

async function build(name: string, words: readonly string[]): Promise<boolean> {
  if (words[0] === '--alone') {
    const { buildAlone } = await import('../alone/buildAlone.ts');
    await buildAlone(name, ROOT, resolve(words[1] ?? 'dist-alone'));
    return true;
  }
  const { failures } = await buildMany([name]);
  for (const { reason } of failures) console.error(reason);
  return failures.length === 0;
}

async function check(name: string): Promise<boolean> {
  const refusals = await checkSource(name, ROOT);
  if (refusals.length > 0) throw refusedRelease({ name, version: `in ${ROOT}` }, refusals);
  console.log(`${name}: types and contract hold.`);
  return true;
}

async function test(words: readonly string[]): Promise<boolean> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...vitestConfigOf(ROOT), ...words], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

/** Runs what was typed behind `space`; returns whether it was done. Throws an Error with a sentence when it makes no sense. */
export async function space([command = '', ...words]: readonly string[]): Promise<boolean> {
  if (![...AT_SITE, 'new', 'build', 'check', 'test', 'dev'].includes(command)) throw new Error(USAGE);
  if (command === 'new') return make(words[0] ?? '');
  const { name } = readDeclaration(ROOT);
  if (name === SHELL) throw storeError('A remote cannot be called shell.');
  if (command === 'build') return build(name, words);
  if (command === 'check') return check(name);
  if (command === 'test') return test(words);
  const { SPACE_SITE } = process.env;
  const isSaid = words.some((word) => word === '--site' || word.startsWith('--site='));
  if (!isSaid && !SPACE_SITE)
    throw storeError('Say which site: --site https://planner.example (or SPACE_SITE).');
  const rest = isSaid ? words : [...words, '--site', SPACE_SITE ?? ''];
  if (command === 'dev') {
    const { developAtSite } = await import('./dev.ts');
    await developAtSite(rest);
    return true;
  }
  return perform([command, name, ...rest], process.env, console);
}
