/**
 * Takes a JSON value; returns a copy of its fields, or an empty object if it is not an object. Written without zod, whose
 * object schemas would be bundled with the settings page itself.
 */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns the value if it is an array, otherwise an empty array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the trimmed value if it is a string, otherwise ''. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
