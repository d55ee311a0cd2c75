/** How an action ended. Actions never throw: they return what they brought, or what is known of the failure. */
export type Outcome<Result extends object = object, Failure extends object = { message: string }> =
  ({ ok: true } & Result) | ({ ok: false } & Failure);
