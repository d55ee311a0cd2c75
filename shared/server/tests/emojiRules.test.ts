import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyCharacter, everyEmoji } from './support/allEmoji.ts';
import { createPlainPostgres, type PlainPostgres } from './support/plainPostgres.ts';

let postgres: PlainPostgres;
beforeAll(async () => {
  postgres = await createPlainPostgres();
});
afterAll(() => postgres.close());

/** Those of the texts that a task may not have for an emoji, by what the table's constraints say. */
async function refused(texts: readonly string[]): Promise<string[]> {
  const { rows } = await postgres.database.query<{ rule: string }>(
    `select string_agg(pg_get_expr(conbin, conrelid), ' and ') as rule from pg_constraint
     where conrelid = 'public.tasks'::regclass and contype = 'c' and conname like 'tasks_emoji_%'`,
  );
  const answer = await postgres.database.query<{ place: number }>(
    `select place::int from json_array_elements_text($1::json) with ordinality as each (emoji, place)
     where not (${rows[0]?.rule ?? ''})`,
    [JSON.stringify(texts)],
  );
  return answer.rows.map(({ place }) => texts[place - 1] ?? '');
}

// The client's rule (shared/domain/src/emoji.ts), spelled out: this package imports nothing of ours.
const EXACT = new RegExp(
  String.raw`\p{RGI_Emoji}|[\p{Extended_Pictographic}--[\u00A9\u00AE\u2122]]\uFE0F?`,
  'gv',
);
const isEmojiText = (text: string) => text !== '' && text.replace(EXACT, '') === '';

test('every emoji that there is can be given to a task, alone and in a row', async () => {
  const emoji = everyEmoji();
  expect(emoji.length).toBeGreaterThan(3_700);
  expect(await refused(emoji)).toEqual([]);
  const short = emoji.filter((text) => [...text].length <= 5);
  expect(await refused(short.map((text, index) => text + (short.at(-index) ?? '')))).toEqual([]);
});

test('the sixteen choices can be given to a task', async () => {
  const choices = '⭐ 🎯 💼 🏋️ 📧 📞 🎬 🛒 ☕ 📚 🎨 💻 📊 🎉 🔥 ✅'.split(' ');
  expect(choices).toHaveLength(16);
  expect(await refused(choices)).toEqual([]);
});

test('of all characters alone, those the client accepts are accepted, and besides them pictographs at most', async () => {
  const characters = everyCharacter();
  const no = new Set(await refused(characters));
  const yes = characters.filter((character) => !no.has(character));
  expect(characters.filter((character) => isEmojiText(character) && no.has(character))).toEqual([]);
  // Extended_Pictographic has become smaller in Unicode 17: stars, chess and suits were in it before.
  expect(yes.filter((character) => !isEmojiText(character) && !/\p{S}/u.test(character))).toEqual([]);
  expect(yes.length).toBeLessThan(2_500);
});

test.each([
  ['a direction override', '\u202E'],
  ['a direction override beside an emoji', '🔥\u202E'],
  ['a lone joiner', '\u200D'],
  ['a lone selector', '\uFE0F'],
  ['a lone keycap', '\u20E3'],
  ['a lone tag', '\u{E0067}'],
  ['a joiner first', '\u200D👩'],
  ['a joiner left hanging', '👩\u200D'],
  ['two joiners', '👩\u200D\u200D👩'],
  ['a joiner between flags', '🇸🇬\u200D🇸🇬'],
  ['a joiner after a flag', '🇸🇬\u200D🔥'],
  ['a joiner after a keycap', '1️⃣\u200D🔥'],
  ['a selector first', '\uFE0F🔥'],
  ['two selectors', '🔥\uFE0F\uFE0F'],
  ['a digit', '1'],
  ['digits', '123'],
  ['a number sign', '#'],
  ['a keycap without its selector', '1\u20E3'],
  ['a copyright sign', '©'],
  ['a trade mark sign', '™'],
  ['half a flag', '🇸'],
  ['one flag and a half', '🇸🇬🇸'],
  ['a broken region', '🏴\u{E0067}\u{E0062}'],
  ['tags without a flag', '🔥\u{E0067}\u{E007F}'],
  ['a zero-width space', '\u200B'],
  ['a space between', '🔥 🔥'],
  ['a line break after', '🔥\n'],
  ['a letter', 'a'],
  ['a letter beside', '🔥a'],
  ['a combining mark', '🔥\u0301'],
  ['markup', '<b>'],
])('refuses %s', async (_, text) => {
  expect(isEmojiText(text)).toBe(false);
  expect(await refused([text])).toEqual([text]);
});
