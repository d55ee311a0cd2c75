import { parseArgs } from 'node:util';
import { readDatabaseUrl } from '../backend/postgres/address.ts';
import type { CommandContext } from '../backup/makeBackup.ts';
import type { End } from './end.ts';
import { moveRows, type Moved } from './moveRows.ts';
import { openAddress } from './openAddress.ts';
import { openOurSource, openOurTarget } from './openOurs.ts';

export const MOVE_USAGE = `npm run data -- move --to <address of a Supabase project's database> [--now]
npm run data -- move --from <address of a Supabase project's database> [--now]`;

/**
 * `npm run data -- move`: moves all accounts and their data from this server to a database of GoTrue (a Supabase project),
 * or back. Without `--now` it is a rehearsal. Takes the arguments after `move`; throws an Error with a sentence to show.
 */
export async function moveCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, from: { type: 'string' }, now: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { to, from, now } = values;
  if (positionals.length > 0 || (to === undefined) === (from === undefined))
    throw new Error(`Usage:\n${MOVE_USAGE}`);
  const setting = to === undefined ? '--from' : '--to';
  const theirs = await openAddress(readDatabaseUrl(to ?? from ?? '', setting), setting, 'GoTrue');
  try {
    const ours = to === undefined ? await openOurTarget(context, !now) : await openOurSource(context, !now);
    try {
      const [source, target] = to === undefined ? [theirs, ours] : [ours, theirs];
      context.log(`From ${source.place} to ${target.place}.`);
      describe(await moveRows(source, target, !now), target, now, context.log);
    } finally {
      await ours.close();
    }
  } finally {
    await theirs.close();
  }
}

function describe(moved: Moved, { place }: End, isReal: boolean, log: (line: string) => void): void {
  const { tables, unmoved, foreignHashes, wasAlreadyMoved } = moved;
  const width = Math.max(...tables.map(({ name }) => name.length));
  for (const { name, rows, sha256 } of tables)
    log(`${name.padEnd(width)}  ${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}`);
  if (unmoved.length > 0) log(`Not moved: ${unmoved.join(', ')}.`);
  log(
    'The secrets of both sides are not moved either. Everyone signs in again, with the same password; links in earlier mails no longer work.',
  );
  if (foreignHashes > 0)
    log(
      `Accounts whose password only the previous auth server can check: ${foreignHashes}. They need a new password.`,
    );
  if (wasAlreadyMoved) log(`${place} already has exactly these rows. Nothing was changed.`);
  else if (isReal) log('Moved, and every row compared.');
  else log('A rehearsal: every row was inserted, compared, and rolled back. With --now the rows stay.');
}
