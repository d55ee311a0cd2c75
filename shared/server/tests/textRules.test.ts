import { expect, test } from 'vitest';
import { hostedDatabase } from './support/hostedDatabase.ts';

// The client's rules (shared/domain/src/text.ts and emoji.ts), written out, against the CHECK constraints of the database.
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const NAME_CHARACTER = /[\p{L}\p{M}\p{N} _-]/u;
// Not literals: the compiler's target is older than the `v` flag.
const RGI = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
const EMOJI = new RegExp(
  String.raw`\p{RGI_Emoji}|[\p{Extended_Pictographic}--[\u00A9\u00AE\u2122]]\uFE0F?`,
  'gv',
);
const isEmojiText = (text: string) => text !== '' && text.replace(EMOJI, '') === '';

const { query } = hostedDatabase();

/** Every character that PostgreSQL can store and that the Unicode version of this Node has. */
const characters = Array.from({ length: 0x10ffff }, (_, index) => String.fromCodePoint(index + 1)).filter(
  (character) => !/[\p{Surrogate}\p{Unassigned}]/u.test(character),
);

/** The emoji that Unicode recommends. It tries combinations, because JavaScript has no list of them. */
function everyEmoji(): string[] {
  const isEmoji = (text: string) => RGI.test(text);
  const combine = (left: readonly string[], right: readonly string[], separator = '') =>
    left.flatMap((first) => right.map((second) => first + separator + second)).filter(isEmoji);
  const bases = characters.filter((character) => /\p{Emoji}/u.test(character));
  const tones = bases.filter((base) => /\p{Emoji_Modifier}/u.test(base));
  const letters = characters.filter((character) => /\p{Regional_Indicator}/u.test(character));
  const single = [...bases.filter(isEmoji), ...combine(bases, ['\uFE0F']), ...combine(bases, tones)];
  // One emoji of each kind that can begin a joined sequence, and of each that can end one.
  const firsts = [...'👨👩🧑🏃🏴🐦🐈🐕🐻🍋🍄😮😵😶🙂', '👁️', '🏳️', '❤️', '⛓️'];
  const lasts = single.filter((emoji) => firsts.some((first) => isEmoji(`${first}\u200D${emoji}`)));
  const persons = single.filter((emoji) => /\p{Emoji_Modifier_Base}/u.test(emoji));
  const pairs = combine([...persons, ...firsts], lasts, '\u200D');
  const tags = (region: string) =>
    [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  const regions = ['gbeng', 'gbsct', 'gbwls'].map((region) => `🏴${tags(region)}\u{E007F}`);
  const keycaps = combine(bases, ['\uFE0F\u20E3']);
  return [
    ...single,
    ...pairs,
    ...combine(pairs, lasts, '\u200D'),
    ...keycaps,
    ...combine(letters, letters),
    ...regions,
  ];
}

/** Returns the texts for which an SQL condition on a column is false. */
async function failing(condition: string, column: string, texts: readonly string[]): Promise<Set<string>> {
  const rows = await query(
    `select place::int from json_array_elements_text($1::json) with ordinality as each (${column}, place)
     where not (${condition})`,
    [JSON.stringify(texts)],
  );
  return new Set(rows.map(({ place }) => texts[Number(place) - 1] ?? ''));
}

/** Returns the texts that a column refuses because of the CHECK constraints whose name is like `check`. */
async function refusedBy(check: string, column: string, texts = characters): Promise<Set<string>> {
  const rows = await query(
    `select string_agg(pg_get_expr(conbin, conrelid), ' and ') as rule from pg_constraint
     where contype = 'c' and conname like $1`,
    [check],
  );
  return failing(String(rows[0]?.['rule']), column, texts);
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
  expect(emoji.length).toBeGreaterThan(3_300);
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

test('a task rejects as emoji joiners, selectors, keycaps, flags and tags that are no whole emoji, and other text', async () => {
  const joined = [
    '\u200D',
    '\u200D👩',
    '👩\u200D',
    '👩\u200D\u200D👩',
    '🇸🇬\u200D🇸🇬',
    '🇸🇬\u200D🔥',
    '1️⃣\u200D🔥',
  ];
  const selected = ['\uFE0F', '\uFE0F🔥', '🔥\uFE0F\uFE0F', '1\u20E3', '\u20E3', '©', '™', '#', '1', '123'];
  const flags = ['🇸', '🇸🇬🇸', '🏴\u{E0067}\u{E0062}', '\u{E0067}', '🔥\u{E0067}\u{E007F}'];
  const texts = ['a', '🔥a', 'жук', '🔥\u0301', '<b>', '🔥 🔥', '🔥\n', '\u200B', '\u202E', '🔥\u202E'];
  const all = [...joined, ...selected, ...flags, ...texts];
  const refused = await refusedEmoji(all);
  expect(all.filter((text) => isEmojiText(text) || !refused.has(text))).toEqual([]);
});
