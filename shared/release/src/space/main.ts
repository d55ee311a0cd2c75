#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SHELL, storeError } from '@space/store';
import { siteAddress } from '../cli/call.ts';
import { COMMANDS, perform } from '../cli/main.ts';
import { checkSource } from '../gate/checkSource.ts';
import { createOwnRepository } from '../newRemote/createRemote.ts';
import { ROOT, readDeclaration } from '../places.ts';
import { orExitCode } from '../steps.ts';

// The command `space` of a remote in a repository of its own, run in the folder of its remote.json.

/** The commands that run on a site; the remote's name comes from remote.json. */
const SITE_COMMANDS = Object.entries(COMMANDS)
  .filter(([, { options }]) => options.includes('site'))
  .map(([name]) => name);

const NEW = 'space new <name> --packages <registry or folder> [--site <address>]';
const USAGE = `Commands:
  ${NEW}   makes the repository of a new remote
In the folder of remote.json:
  space dev        this remote from its source, all others as the site has them
  space check      the compiler, and whether each page can be shown
  space ${SITE_COMMANDS.join(', ')}
The site is --site <address>, else SPACE_SITE, else "space": { "site" } in package.json. SPACE_TOKEN is your token.`;

async function make(args: readonly string[]): Promise<void> {
  const options = { packages: { type: 'string' }, site: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [name, ...others] = positionals;
  const { packages, site } = values;
  if (name === undefined || others.length > 0 || packages === undefined) throw storeError(`Usage: ${NEW}`);
  const from = /^https?:/.test(packages) ? packages : resolve(packages);
  const address = site === undefined ? site : siteAddress(site);
  await createOwnRepository(process.cwd(), name, from, address);
  console.log(`Made ${name}, with the page /${name}. Next:

  cd ${name}
  npm install
  npm run dev
  SPACE_TOKEN=space_… npm run release
`);
}

/** The arguments with the site's address. Throws StoreError if neither they nor the settings name one. */
function withSite(args: readonly string[]): readonly string[] {
  if (args.some((arg) => arg === '--site' || arg.startsWith('--site='))) return args;
  const file = join(ROOT, 'package.json');
  // Trusted: the team's own file. It is checked as an address before it is used.
  const { space } = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as {
    space?: { site?: string };
  };
  const site = process.env['SPACE_SITE'] || space?.site;
  if (!site) throw storeError('Name the site: --site https://planner.example (or SPACE_SITE).');
  return [...args, '--site', site];
}

async function develop(args: readonly string[]): Promise<void> {
  // Loaded here: all other commands start without Vite.
  const [{ developSite }, { releasedSite }] = await Promise.all([
    import('../dev/site.ts'),
    import('../dev/surroundings.ts'),
  ]);
  const { values } = parseArgs({ args: [...args], options: { site: { type: 'string' } } });
  const site = siteAddress(values.site ?? '');
  const declaration = readDeclaration(ROOT);
  const address = await developSite([{ folder: ROOT, declaration }], async (_, here) => {
    const surroundings = releasedSite(site, here);
    // Fails now, before anything starts, if the site does not support development.
    await surroundings.template();
    return surroundings;
  });
  console.log(`
  ${declaration.title} in development: ${address}
  From source: ${declaration.name}
  As ${site} has it, with the accounts and tasks there: everything else
`);
}

/** Runs a `space` command. Takes its arguments. Throws an Error if they are invalid. */
async function space([command = '', ...args]: readonly string[]): Promise<void> {
  if (command === 'new') return make(args);
  if (![...SITE_COMMANDS, 'check', 'dev'].includes(command)) throw storeError(USAGE);
  const { name } = readDeclaration(ROOT);
  if (name === SHELL) throw storeError('A remote cannot be called shell.');
  if (command === 'dev') return develop(withSite(args));
  if (command === 'check') {
    await checkSource(name, ROOT);
    return console.log(`${name}: its types and pages are sound.`);
  }
  if (!(await perform([command, name, ...withSite(args)], process.env, console))) process.exitCode = 1;
}

await orExitCode(space(process.argv.slice(2)));
