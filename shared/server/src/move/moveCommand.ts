import { parseArgs } from 'node:util';
import { readDatabaseUrl } from '../backend/postgres/address.ts';
import type { Surroundings } from '../backup/makeBackup.ts';
import type { End } from './end.ts';
import { moveRows, type Moved } from './moveRows.ts';
import { openAddress } from './openAddress.ts';
import { openOurSource, openOurTarget } from './openOurs.ts';

export const MOVE_USAGE = `npm run data -- move --to <address of a Supabase project's database> [--now]
npm run data -- move --from <address of a Supabase project's database> [--now]`;

/**
 * `npm run data -- move`: takes everyone from here to a database with GoTrue's accounts (a Supabase project), or back. Without `--now`
 * it is a rehearsal. Takes the words behind `move`; throws an Error with a sentence for what is in the way.
 */
export async function moveCommand(args: readonly string[], around: Surroundings): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, from: { type: 'string' }, now: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { to, from, now } = values;
  if (positionals.length > 0 || (to === undefined) === (from === undefined))
    throw new Error(`It is written:\n${MOVE_USAGE}`);
  const setting = to === undefined ? '--from' : '--to';
  const theirs = await openAddress(readDatabaseUrl(to ?? from ?? '', setting), setting, 'GoTrue');
  try {
    const ours = to === undefined ? await openOurTarget(around, !now) : await openOurSource(around, !now);
    try {
      const [source, target] = to === undefined ? [theirs, ours] : [ours, theirs];
      around.log(`From ${source.place} to ${target.place}.`);
      describe(await moveRows(source, target, !now), target, now, around.log);
    } finally {
      await ours.close();
    }
  } finally {
    await theirs.close();
  }
}

function describe(moved: Moved, { place }: End, isReal: boolean, log: (line: string) => void): void {
  const { tables, left, foreignHashes, wasThere } = moved;
  const width = Math.max(...tables.map(({ name }) => name.length));
  for (const { name, rows, sha256 } of tables)
    log(`${name.padEnd(width)}  ${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}`);
  if (left.length > 0) log(`Not moved: ${left.join(', ')}.`);
  log(
    'Nor are the secrets of either side. Everyone signs in anew, with the same password; links in mails of before lead nowhere.',
  );
  if (foreignHashes > 0)
    log(
      `Accounts whose password only the auth server of before can check: ${foreignHashes}. They need a new one.`,
    );
  if (wasThere) log(`The very same rows are in ${place} already. Nothing was changed.`);
  else if (isReal) log('Moved, and every row compared.');
  else log('A rehearsal: all of it was put there, compared, and taken back. With --now it stays.');
}
