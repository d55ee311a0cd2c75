/**
 * Takes anything that JSON may hold; returns its own fields, none where it has none. By hand: zod's objects would come with
 * the settings themselves, which share it.
 */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A list in a file; an empty one where it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text in a file, without the white space around it; '' where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
