const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether nothing can be seen of a text, of Hangul fillers and the like as well (rule blank-text). */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** Whether Postgres can keep a text: not NUL, and half of a surrogate pair is no character (rule task-input). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}
