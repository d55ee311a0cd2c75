/** Codes that mean: PostgreSQL ends or refuses connections, or nothing listens at its address. */
const CODES =
  /^(08|57P0[1235]$|53300$|ECONN|ENOTFOUND$|ENOENT$|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|EAI_AGAIN$)/;
/** Messages of the driver's errors that have no code. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether an error means that the database cannot be reached now, so that a later retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? CODES.test(code) : WORDS.test(error.message);
}
