import type { KeptFile } from '../../backup/files.ts';
import type { Query } from '../database.ts';

/** Of the newest, as the embedded backend keeps them in its file. */
const KNOWN_ADDRESSES = 10_000;

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * What the servers of a database have in common, as the files that one server has in its data directory: a backup is the same
 * wherever it comes from, and is restored in either.
 */
export async function readInstallFiles(query: Query): Promise<KeptFile[]> {
  const secrets = await query(`select value from better_space.install where name = 'secrets'`);
  const known = await query(
    `select name from (select * from better_space.known_addresses order by seen_at desc limit ${KNOWN_ADDRESSES}) as newest order by seen_at`,
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

/** Puts such files into a database whose tables for them are empty. */
export async function writeInstallFiles(query: Query, files: readonly KeptFile[]): Promise<void> {
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
