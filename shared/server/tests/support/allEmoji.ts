const JOINER = '\u200D';
const SELECTOR = '\uFE0F';

/** Returns every code point from U+0001 on that is a character in the Unicode version of this Node. */
export function everyCharacter(): string[] {
  const characters: string[] = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/[\p{Surrogate}\p{Unassigned}]/u.test(character)) characters.push(character);
  }
  return characters;
}

// Not a literal: the compiler's target is older than the `v` flag.
const RGI = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
const isEmoji = (text: string) => RGI.test(text);
const combine = (left: readonly string[], right: readonly string[], separator = '') =>
  left.flatMap((first) => right.map((second) => first + separator + second));

/** One emoji of each kind that can begin a joined sequence. */
const FIRST = [...'👨👩🧑🏃🏴🐦🐈🐕🐻🍋🍄😮😵😶🙂❤⛓', '👁️', '🏳️', '❤️', '⛓️'];

/** Pairs that a third emoji can follow: walking to the right, and families. */
const PAIRS = [`🏃${JOINER}♀️`, `👨${JOINER}👩`, `👨${JOINER}👧`, `🧑${JOINER}🧑`];

/** The sequences that join the two people of a couple. */
const COUPLE_JOINERS = ['', '❤️', `❤️${JOINER}💋`, '🤝', '🐰', '\u{1FAEF}'].map((sequence) =>
  sequence === '' ? JOINER : JOINER + sequence + JOINER,
);

/** Returns every emoji that Unicode recommends. It tries combinations, because JavaScript has no list of them. */
export function everyEmoji(): string[] {
  const characters = everyCharacter();
  const bases = characters.filter((character) => /\p{Emoji}/u.test(character));
  const tones = bases.filter((base) => /\p{Emoji_Modifier}/u.test(base));
  const letters = characters.filter((character) => /\p{Regional_Indicator}/u.test(character));
  const single = [...bases, ...combine(bases, [SELECTOR]), ...combine(bases, tones)].filter(isEmoji);
  const keycaps = combine(bases, [`${SELECTOR}\u20E3`]).filter(isEmoji);
  const flags = combine(letters, letters).filter(isEmoji);
  const regions = ['gbeng', 'gbsct', 'gbwls'].map((region) => `🏴${toTags(region)}\u{E007F}`).filter(isEmoji);

  // Joined sequences begin with a person or an emoji of FIRST. The third and fourth emoji can follow one of PAIRS.
  const joinable = (first: readonly string[]) =>
    single.filter((emoji) => combine(first, [emoji], JOINER).some(isEmoji));
  const firsts = single.filter((emoji) => /\p{Emoji_Modifier_Base}/u.test(emoji) || FIRST.includes(emoji));
  const pairs = combine(firsts, joinable(FIRST), JOINER).filter(isEmoji);
  const thirds = joinable(PAIRS);
  const threes = combine(pairs, thirds, JOINER).filter(isEmoji);
  const fours = combine(threes, thirds, JOINER).filter(isEmoji);
  const people = single.filter((emoji) => /^[👨👩🧑🫱🫲]/u.test(emoji));
  const couples = COUPLE_JOINERS.flatMap((sequence) => combine(people, people, sequence)).filter(isEmoji);

  return [
    ...new Set([...single, ...keycaps, ...flags, ...regions, ...pairs, ...threes, ...fours, ...couples]),
  ];
}

/** Returns the letters of a region as the invisible tag characters that follow a black flag. */
function toTags(region: string): string {
  return [...region].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
}
