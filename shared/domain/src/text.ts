const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a text has no visible character: only white space, control, format and other invisible characters. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** Whether Postgres can store a text unchanged. It refuses NUL, and would change half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}
