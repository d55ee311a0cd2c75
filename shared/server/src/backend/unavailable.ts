/** PostgreSQL ends or refuses connections, or no one listens. */
const CODES =
  /^(08|57P0[1235]$|53300$|ECONN|ENOTFOUND$|ENOENT$|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|EAI_AGAIN$)/;
/** What the driver says without a code. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether an error means that the database cannot be reached now: to ask again later may help. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? CODES.test(code) : WORDS.test(error.message);
}
