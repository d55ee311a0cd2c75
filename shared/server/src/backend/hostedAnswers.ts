import type { PgliteConnection } from '@supabase/lite/pglite';

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
 * Makes lite's connection answer as a hosted project does where the two differ and it matters here:
 * - a broken CHECK is 400 with code 23514 (lite: 500 "SUP");
 * - the migrations' own grants hold (lite: GRANT ALL to anon and authenticated at the first request).
 */
export function matchHostedAnswers(connection: PgliteConnection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => answerForCheck(normalize(error));
  if (Reflect.get(connection, 'rlsState') !== 'unknown')
    throw new Error('@supabase/lite has no rlsState: was it upgraded?');
  Reflect.set(connection, 'rlsState', 'active');
}

/** Lite passes on an error of code PGRST as its message (the body) and detail (the status) say. */
function answerForCheck(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23514') return error;
  const body = { code: '23514', message: error.message, details: null, hint: null };
  return Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    detail: JSON.stringify({ status: 400, headers: {} }),
  });
}
