import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyCharacter } from './support/allEmoji.ts';
import { createPlainPostgres, type PlainPostgres } from './support/plainPostgres.ts';

let postgres: PlainPostgres;
beforeAll(async () => {
  postgres = await createPlainPostgres();
});
afterAll(() => postgres.close());

/** Every character Postgres can store and this Node's Unicode knows. */
const characters = everyCharacter();

/** The characters a CHECK refuses when each is all there is. */
async function refusedBy(constraint: string, column: string): Promise<Set<string>> {
  const { rows } = await postgres.database.query<{ definition: string }>(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [constraint],
  );
  const condition = rows[0]?.definition.replace(/^CHECK /, '') ?? 'constraint not found';
  const refused = await postgres.database.query<{ code: number }>(
    `select code from (select code, chr(code) as ${column} from unnest($1::int[]) as code) as each where not ${condition}`,
    [characters.map((character) => character.codePointAt(0))],
  );
  return new Set(refused.rows.map(({ code }) => String.fromCodePoint(code)));
}

/** What is a character to this Postgres: a newer Node knows more, which the migration cannot know. */
async function knownToPostgres(): Promise<Set<string>> {
  const { rows } = await postgres.database.query<{ code: number }>(
    'select code from unnest($1::int[]) as code where unicode_assigned(chr(code))',
    [characters.map((character) => character.codePointAt(0))],
  );
  return new Set(rows.map(({ code }) => String.fromCodePoint(code)));
}

const show = (found: Iterable<string>) => [...found].map((each) => each.codePointAt(0)?.toString(16));

// The client's rule (shared/domain/src/text.ts), spelled out: this package imports nothing of ours.
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

test.each([
  ['tasks_title_visible', 'title'],
  ['profiles_display_name_visible', 'display_name'],
])('%s calls invisible exactly what the client does', async (constraint, column) => {
  const refused = await refusedBy(constraint, column);
  const expected = characters.filter((character) => INVISIBLE.test(character));
  expect(show(refused)).toEqual(show(expected));
});

test('display names: the database refuses nothing the client accepts', async () => {
  const refused = await refusedBy('profiles_display_name_characters', 'display_name');
  const accepted = [...refused].filter((character) => /[\p{L}\p{M}\p{N} _-]/u.test(character));
  expect(show(accepted)).toEqual([]);
});

test('display names: the database accepts nothing the client refuses, in any script', async () => {
  const refused = await refusedBy('profiles_display_name_characters', 'display_name');
  const known = await knownToPostgres();
  const accepted = characters.filter(
    (character) =>
      known.has(character) && !refused.has(character) && !/[\p{L}\p{M}\p{N} _-]/u.test(character),
  );
  expect(known.size).toBeGreaterThan(280_000);
  expect(show(accepted)).toEqual([]);
});
