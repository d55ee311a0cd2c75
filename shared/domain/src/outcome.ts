/**
 * The outcome of an action. Actions never throw: they return their result (`Result`) or their failure (`Failure`: by
 * default the message for the user).
 */
export type Outcome<Result extends object = object, Failure extends object = { message: string }> =
  | ({ ok: true } & Result)
  | ({ ok: false } & Failure);
