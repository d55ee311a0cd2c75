const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Takes any text; returns whether nothing can be seen of it: only white space, control, format and other
 * invisible characters (Hangul fillers, variation selectors, the joiner U+034F, braille blank). Rule blank-text.
 */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * Takes any text; returns whether Postgres can keep it. It refuses NUL, and half of a surrogate pair is no
 * character at all (it would come back changed). Rule task-input.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}
