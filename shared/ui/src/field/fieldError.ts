/** Takes the issues of a validation and a field's path; returns its messages joined with '. ', or undefined for none. */
export function fieldError(
  issues: readonly { path: string; message: string }[],
  path: string,
): string | undefined {
  const messages = issues.filter((issue) => issue.path === path).map((issue) => issue.message);
  return messages.length > 0 ? [...new Set(messages)].join('. ') : undefined;
}
