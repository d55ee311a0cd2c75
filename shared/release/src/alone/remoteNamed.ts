import { join } from 'node:path';
import { REMOTES, ROOT } from '../places.ts';

/**
 * Takes the words behind a command; returns the remote that the first of them names, with its folder; throws an Error
 * for people to read when there is none of that name.
 */
export function remoteNamed([name]: readonly string[]): { name: string; port: number; folder: string } {
  const remote = REMOTES.find((one) => one.name === name);
  const names = REMOTES.map((one) => one.name).join(', ');
  if (!remote)
    throw new Error(`Say which remote: ${names}.${name === undefined ? '' : ` There is no '${name}'.`}`);
  return { ...remote, folder: join(ROOT, 'remotes', remote.name) };
}
