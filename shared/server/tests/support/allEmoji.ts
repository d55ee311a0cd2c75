const JOINER = '\u200D';
const SELECTOR = '\uFE0F';

/** Every code point that is a character to this Node, from U+0001 on. */
export function everyCharacter(): string[] {
  const characters: string[] = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/[\p{Surrogate}\p{Unassigned}]/u.test(character)) characters.push(character);
  }
  return characters;
}

// Not a literal: the compiler's target is older than the flag.
const RGI = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
const exists = (text: string) => RGI.test(text);
const each = (left: readonly string[], right: readonly string[], between = '') =>
  left.flatMap((first) => right.map((second) => first + between + second));

/** One of each kind that something is joined to. */
const FIRST = [...'👨👩🧑🏃🏴🐦🐈🐕🐻🍋🍄😮😵😶🙂❤⛓', '👁️', '🏳️', '❤️', '⛓️'];

/** Pairs that go on: a walk to the right, and families. */
const PAIRS = [`🏃${JOINER}♀️`, `👨${JOINER}👩`, `👨${JOINER}👧`, `🧑${JOINER}🧑`];

/** What joins the two of a couple. */
const BONDS = ['', '❤️', `❤️${JOINER}💋`, '🤝', '🐰', '\u{1FAEF}'].map((bond) =>
  bond === '' ? JOINER : JOINER + bond + JOINER,
);

/** Every emoji that Unicode recommends: tried out, because JavaScript lists none. */
export function everyEmoji(): string[] {
  const characters = everyCharacter();
  const bases = characters.filter((character) => /\p{Emoji}/u.test(character));
  const tones = bases.filter((base) => /\p{Emoji_Modifier}/u.test(base));
  const letters = characters.filter((character) => /\p{Regional_Indicator}/u.test(character));
  const single = [...bases, ...each(bases, [SELECTOR]), ...each(bases, tones)].filter(exists);
  const keycaps = each(bases, [`${SELECTOR}\u20E3`]).filter(exists);
  const flags = each(letters, letters).filter(exists);
  const regions = ['gbeng', 'gbsct', 'gbwls'].map((region) => `🏴${tagged(region)}\u{E007F}`).filter(exists);

  // Joined: to people, and to the few others of FIRST, whatever can be; to these pairs what can be joined to one of PAIRS.
  const joinable = (first: readonly string[]) =>
    single.filter((emoji) => each(first, [emoji], JOINER).some(exists));
  const firsts = single.filter((emoji) => /\p{Emoji_Modifier_Base}/u.test(emoji) || FIRST.includes(emoji));
  const pairs = each(firsts, joinable(FIRST), JOINER).filter(exists);
  const thirds = joinable(PAIRS);
  const threes = each(pairs, thirds, JOINER).filter(exists);
  const fours = each(threes, thirds, JOINER).filter(exists);
  const people = single.filter((emoji) => /^[👨👩🧑🫱🫲]/u.test(emoji));
  const couples = BONDS.flatMap((bond) => each(people, people, bond)).filter(exists);

  return [
    ...new Set([...single, ...keycaps, ...flags, ...regions, ...pairs, ...threes, ...fours, ...couples]),
  ];
}

/** A region's letters as the invisible tags that follow a black flag. */
function tagged(region: string): string {
  return [...region].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
}
