import * as z from 'zod/mini';

/** The outcome of an action, which never throws: its result, or its failure (by default the message for the user). */
export type Outcome<Result extends object = object, Failure extends object = { message: string }> =
  | ({ ok: true } & Result)
  | ({ ok: false } & Failure);

/** One broken rule: `path` is the field ('' for the value itself, 'a.0.b' below it). */
export interface ValidationIssue {
  path: string;
  message: string;
}

/** The result of `validate`: the parsed value, or every broken rule and one message that joins them. */
export type Validation<T> =
  | { ok: true; value: T }
  | { ok: false; message: string; issues: ValidationIssue[] };

/** Parses a value by a schema, without throwing. The messages of its issues are joined by '. ', each once. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown): Validation<z.output<S>> {
  const result = z.safeParse(schema, value);
  if (result.success) return { ok: true, value: result.data };
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const message = [...new Set(issues.map((issue) => issue.message))].join('. ');
  return { ok: false, message, issues };
}
