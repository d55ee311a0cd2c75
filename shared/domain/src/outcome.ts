/**
 * How an action ended. Actions never throw: they return what they brought (`Result`), or what is known of their failure
 * (`Failure`: by default the sentence for the person).
 */
export type Outcome<Result extends object = object, Failure extends object = { message: string }> =
  | ({ ok: true } & Result)
  | ({ ok: false } & Failure);
