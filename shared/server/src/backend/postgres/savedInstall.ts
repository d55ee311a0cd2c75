import type { DataFile } from '../../backup/dataFiles.ts';
import type { Query } from '../database.ts';

/** The number of newest addresses to include: the limit of the embedded backend's file. */
const MAX_KNOWN_ADDRESSES = 10_000;

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Reads the state that the servers of a database share, in the form of the files in a data directory: backups have the same
 * format for both kinds of database, and can be restored into either.
 */
export async function readInstallFiles(query: Query): Promise<DataFile[]> {
  const secrets = await query(`select value from better_space.install where name = 'secrets'`);
  const known = await query(
    `select name from (select * from better_space.known_addresses order by seen_at desc limit ${MAX_KNOWN_ADDRESSES}) as newest order by seen_at`,
  );
  const tokens = await query('select id, token from better_space.release_tokens order by id');
  return [
    ...secrets.map(({ value }) => ({ file: 'secrets.json', text: textOf(JSON.parse(String(value))) })),
    ...(known.length === 0
      ? []
      : [{ file: 'known-addresses', text: known.map(({ name }) => `${String(name)}\n`).join('') }]),
    ...tokens.map(({ id, token }) => ({ file: `release-tokens/${String(id)}.json`, text: textOf(token) })),
  ];
}

/** Writes such files into a database whose tables for them are empty. */
export async function writeInstallFiles(query: Query, files: readonly DataFile[]): Promise<void> {
  for (const { file, text } of files) {
    if (file === 'secrets.json')
      await query(`insert into better_space.install (name, value) values ('secrets', $1)`, [
        JSON.stringify(JSON.parse(text)),
      ]);
    else if (file === 'known-addresses')
      await query(
        `insert into better_space.known_addresses (name) select unnest($1::text[]) on conflict do nothing`,
        [text.split('\n').filter((name) => name !== '')],
      );
    else
      await query('insert into better_space.release_tokens (id, token) values ($1, $2)', [
        /(\w+)\.json$/.exec(file)?.[1],
        text,
      ]);
  }
}
