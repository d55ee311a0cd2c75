import { SHELL } from '@space/store';
import { buildMany } from './buildMany.ts';
import { REMOTES, UNREADABLE } from './places.ts';

// `npm run build [-- names]`: builds the shell and the remotes, or those that are named. Nothing is released.

const all = [SHELL, ...REMOTES.map(({ name }) => name)];
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} here. There are: ${all.join(', ')}.`);
  process.exitCode = 1;
} else {
  const { failures } = await buildMany(named.length > 0 ? named : all);
  const broken = named.length > 0 ? [] : UNREADABLE;
  for (const { reason } of [...broken, ...failures]) console.error(reason);
  if (broken.length + failures.length > 0) process.exitCode = 1;
}
