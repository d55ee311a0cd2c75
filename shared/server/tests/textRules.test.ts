import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyCharacter, everyEmoji } from './support/allEmoji.ts';
import { createPlainPostgres, type PlainPostgres } from './support/plainPostgres.ts';

// The client's rules (shared/domain/src/text.ts and emoji.ts), written out.
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const NAME_CHARACTER = /[\p{L}\p{M}\p{N} _-]/u;
const EMOJI = new RegExp(
  String.raw`\p{RGI_Emoji}|[\p{Extended_Pictographic}--[\u00A9\u00AE\u2122]]\uFE0F?`,
  'gv',
);
const isEmojiText = (text: string) => text !== '' && text.replace(EMOJI, '') === '';

let postgres: PlainPostgres;
beforeAll(async () => {
  postgres = await createPlainPostgres();
});
afterAll(() => postgres.close());

/** Every character that PostgreSQL can store and that the Unicode version of this Node has. */
const characters = everyCharacter();

/** Returns the texts for which an SQL condition on a column is false. */
async function failing(condition: string, column: string, texts: readonly string[]): Promise<Set<string>> {
  const { rows } = await postgres.database.query<{ place: number }>(
    `select place::int from json_array_elements_text($1::json) with ordinality as each (${column}, place)
     where not (${condition})`,
    [JSON.stringify(texts)],
  );
  return new Set(rows.map(({ place }) => texts[place - 1] ?? ''));
}

/** Returns the texts that a column refuses because of the CHECK constraints whose name is like `check`. */
async function refusedBy(check: string, column: string, texts = characters): Promise<Set<string>> {
  const { rows } = await postgres.database.query<{ rule: string }>(
    `select string_agg(pg_get_expr(conbin, conrelid), ' and ') as rule from pg_constraint
     where contype = 'c' and conname like $1`,
    [check],
  );
  return failing(rows[0]?.rule ?? 'there is no such CHECK', column, texts);
}
const refusedEmoji = (texts: readonly string[]) => refusedBy('tasks_emoji_%', 'emoji', [...texts]);

const codePoints = (found: Iterable<string>) => [...found].map((each) => each.codePointAt(0)?.toString(16));

test.each([
  ['tasks_title_visible', 'title'],
  ['profiles_display_name_visible', 'display_name'],
])('%s treats the same characters as invisible as the client does', async (check, column) => {
  const expected = characters.filter((character) => INVISIBLE.test(character));
  expect(codePoints(await refusedBy(check, column))).toEqual(codePoints(expected));
});

test('database and client accept the same characters in display names, in every script', async () => {
  const refused = await refusedBy('profiles_display_name_characters', 'display_name');
  expect(codePoints([...refused].filter((character) => NAME_CHARACTER.test(character)))).toEqual([]);
  // A newer Node knows characters that do not exist yet in the Unicode version of this PostgreSQL.
  const unknown = await failing('unicode_assigned(name)', 'name', characters);
  expect(characters.length - unknown.size).toBeGreaterThan(280_000);
  const accepted = characters.filter((character) => !refused.has(character) && !unknown.has(character));
  expect(codePoints(accepted.filter((character) => !NAME_CHARACTER.test(character)))).toEqual([]);
});

test('a task accepts every emoji, including the sixteen choices, alone and in pairs', async () => {
  const emoji = everyEmoji();
  expect(emoji.length).toBeGreaterThan(3_700);
  const short = emoji.filter((text) => [...text].length <= 5);
  const pairs = short.map((text, index) => text + (short.at(-index) ?? ''));
  const choices = '⭐ 🎯 💼 🏋️ 📧 📞 🎬 🛒 ☕ 📚 🎨 💻 📊 🎉 🔥 ✅'.split(' ');
  expect([...(await refusedEmoji([...emoji, ...pairs, ...choices]))]).toEqual([]);
});

test('of single characters, a task accepts as emoji what the client accepts, and otherwise only symbols', async () => {
  const refused = await refusedEmoji(characters);
  const accepted = characters.filter((character) => !refused.has(character));
  expect(characters.filter((character) => isEmojiText(character) && refused.has(character))).toEqual([]);
  // Unicode 17 removed characters from Extended_Pictographic: stars, chess pieces and card suits.
  expect(accepted.filter((character) => !isEmojiText(character) && !/\p{S}/u.test(character))).toEqual([]);
  expect(accepted.length).toBeLessThan(2_500);
});

const NO_EMOJI = {
  'a direction override': '\u202E',
  'a direction override beside an emoji': '🔥\u202E',
  'a lone joiner': '\u200D',
  'a lone selector': '\uFE0F',
  'a lone keycap': '\u20E3',
  'a lone tag': '\u{E0067}',
  'a joiner first': '\u200D👩',
  'a joiner left hanging': '👩\u200D',
  'two joiners': '👩\u200D\u200D👩',
  'a joiner between flags': '🇸🇬\u200D🇸🇬',
  'a joiner after a flag': '🇸🇬\u200D🔥',
  'a joiner after a keycap': '1️⃣\u200D🔥',
  'a selector first': '\uFE0F🔥',
  'two selectors': '🔥\uFE0F\uFE0F',
  'a digit': '1',
  digits: '123',
  'a number sign': '#',
  'a keycap without its selector': '1\u20E3',
  'a copyright sign': '©',
  'a trade mark sign': '™',
  'half a flag': '🇸',
  'one flag and a half': '🇸🇬🇸',
  'a broken region': '🏴\u{E0067}\u{E0062}',
  'tags without a flag': '🔥\u{E0067}\u{E007F}',
  'a zero-width space': '\u200B',
  'a space between': '🔥 🔥',
  'a line break after': '🔥\n',
  'a letter': 'a',
  'a letter beside': '🔥a',
  'a word of another script': 'жук',
  'a combining mark': '🔥\u0301',
  markup: '<b>',
};

test('a task rejects text that is not an emoji', async () => {
  const refused = await refusedEmoji(Object.values(NO_EMOJI));
  const accepted = Object.entries(NO_EMOJI).filter(([, text]) => isEmojiText(text) || !refused.has(text));
  expect(accepted).toEqual([]);
});
