import type { Connection } from '@supabase/lite';

const TIMESTAMPTZ = 1184;

/** Timestamps as PostgREST writes them, 2026-11-20T09:39:20.26+00:00: the form every browser reads. */
export const timestampParsers = {
  [TIMESTAMPTZ]: (text: string): string =>
    text.replace(
      /^(\d{4,}-\d\d-\d\d) (\S*?[+-]\d\d)(:\d\d)?$/,
      (_, day: string, time: string, minutes?: string) => {
        return `${day}T${time}${minutes ?? ':00'}`;
      },
    ),
};

/**
 * Makes lite's connection respond like a hosted project in these cases, where lite differs:
 * - a violated CHECK is 400 with code 23514 (lite: 500 "SUP");
 * - the migrations' own grants stay in force (lite: GRANT ALL to anon and authenticated at the first request).
 */
export function matchHostedResponses(connection: Connection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => mapCheckViolation(normalize(error));
  if (Reflect.get(connection, 'rlsState') !== 'unknown')
    throw new Error('@supabase/lite has no rlsState: was it upgraded?');
  Reflect.set(connection, 'rlsState', 'active');
}

function mapCheckViolation(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23514') return error;
  return createResponseError(400, '23514', error.message);
}

/** Lite turns an error with code PGRST into a response: its message is the body, its detail holds the status. */
function createResponseError(status: number, code: string, message: string): Error {
  return Object.assign(new Error(JSON.stringify({ code, message, details: null, hint: null })), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  });
}
