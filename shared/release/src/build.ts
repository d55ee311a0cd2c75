import { join, relative } from 'node:path';
import { SHELL } from '@space/store';
import { REMOTES, ROOT, UNREADABLE } from './places.ts';
import { buildMany } from './releaseMany.ts';

// `npm run build [-- names]`: builds the named apps, or the shell and all remotes. Nothing is released.
// `npm run build -- packages`: packs what a repository of one's own installs.

const all = [SHELL, ...REMOTES.map(({ name }) => name)];
const named = process.argv.slice(2);
const isNamed = (name: string) => named.length === 0 || named.includes(name);
const broken = UNREADABLE.filter(({ name }) => isNamed(name));
const unknown = named.filter((name) => ![...all, ...broken.map((one) => one.name)].includes(name));
if (named.join() === 'packages') {
  const { packPackages } = await import('./packages/packPackages.ts');
  for (const file of await packPackages(join(ROOT, 'dist', 'packages'))) console.log(relative('.', file));
} else if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} here. Apps: ${all.join(', ')}.`);
  process.exitCode = 1;
} else {
  const { failures } = await buildMany(all.filter(isNamed));
  for (const { reason } of [...broken, ...failures]) console.error(reason);
  if (broken.length + failures.length > 0) process.exitCode = 1;
}
