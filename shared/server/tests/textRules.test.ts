import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyCharacter, everyEmoji } from './support/allEmoji.ts';
import { createPlainPostgres, type PlainPostgres } from './support/plainPostgres.ts';

// The client's rules (shared/domain/src/text.ts and emoji.ts), spelled out: this package imports nothing of ours.
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const OF_NAMES = /[\p{L}\p{M}\p{N} _-]/u;
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

/** Every character Postgres can store and this Node's Unicode knows. */
const characters = everyCharacter();

/** Those of the texts for which an SQL condition on a column does not hold. */
async function failing(condition: string, column: string, texts: readonly string[]): Promise<Set<string>> {
  const { rows } = await postgres.database.query<{ place: number }>(
    `select place::int from json_array_elements_text($1::json) with ordinality as each (${column}, place)
     where not (${condition})`,
    [JSON.stringify(texts)],
  );
  return new Set(rows.map(({ place }) => texts[place - 1] ?? ''));
}

/** Those of the texts that a column may not hold, by what the CHECKs of a name say. */
async function refusedBy(check: string, column: string, texts = characters): Promise<Set<string>> {
  const { rows } = await postgres.database.query<{ rule: string }>(
    `select string_agg(pg_get_expr(conbin, conrelid), ' and ') as rule from pg_constraint
     where contype = 'c' and conname like $1`,
    [check],
  );
  return failing(rows[0]?.rule ?? 'there is no such CHECK', column, texts);
}
const refusedEmoji = (texts: readonly string[]) => refusedBy('tasks_emoji_%', 'emoji', [...texts]);

const show = (found: Iterable<string>) => [...found].map((each) => each.codePointAt(0)?.toString(16));

test.each([
  ['tasks_title_visible', 'title'],
  ['profiles_display_name_visible', 'display_name'],
])('%s calls invisible exactly what the client does', async (check, column) => {
  const expected = characters.filter((character) => INVISIBLE.test(character));
  expect(show(await refusedBy(check, column))).toEqual(show(expected));
});

test('in display names the database refuses nothing the client accepts, and accepts nothing it refuses, in any script', async () => {
  const refused = await refusedBy('profiles_display_name_characters', 'display_name');
  expect(show([...refused].filter((character) => OF_NAMES.test(character)))).toEqual([]);
  // A newer Node knows more than this Postgres, which the migration cannot know.
  const unknown = await failing('unicode_assigned(name)', 'name', characters);
  expect(characters.length - unknown.size).toBeGreaterThan(280_000);
  const accepted = characters.filter((character) => !refused.has(character) && !unknown.has(character));
  expect(show(accepted.filter((character) => !OF_NAMES.test(character)))).toEqual([]);
});

test('every emoji that there is, the sixteen choices among them, can be given to a task, alone and in a row', async () => {
  const emoji = everyEmoji();
  expect(emoji.length).toBeGreaterThan(3_700);
  const short = emoji.filter((text) => [...text].length <= 5);
  const pairs = short.map((text, index) => text + (short.at(-index) ?? ''));
  const choices = '⭐ 🎯 💼 🏋️ 📧 📞 🎬 🛒 ☕ 📚 🎨 💻 📊 🎉 🔥 ✅'.split(' ');
  expect([...(await refusedEmoji([...emoji, ...pairs, ...choices]))]).toEqual([]);
});

test('of all characters alone, those the client accepts are accepted, and besides them pictographs at most', async () => {
  const no = await refusedEmoji(characters);
  const yes = characters.filter((character) => !no.has(character));
  expect(characters.filter((character) => isEmojiText(character) && no.has(character))).toEqual([]);
  // Extended_Pictographic has become smaller in Unicode 17: stars, chess and suits were in it before.
  expect(yes.filter((character) => !isEmojiText(character) && !/\p{S}/u.test(character))).toEqual([]);
  expect(yes.length).toBeLessThan(2_500);
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

test('what is no emoji cannot be given to a task', async () => {
  const refused = await refusedEmoji(Object.values(NO_EMOJI));
  const accepted = Object.entries(NO_EMOJI).filter(([, text]) => isEmojiText(text) || !refused.has(text));
  expect(accepted).toEqual([]);
});
