const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Takes any text; returns whether it has no visible character: only white space, control, format and other
 * invisible characters (Hangul fillers, variation selectors, the joiner U+034F, braille blank).
 */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * Takes any text; returns whether Postgres can store it unchanged. Postgres refuses NUL, and it would change half of a
 * surrogate pair, which is not a character.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}
