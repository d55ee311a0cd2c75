import type { Connection } from '@supabase/lite';
import { isUnavailable } from './unavailable.ts';

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
 * - a database that cannot be reached is 503, come again (lite: 500, and 404 where it does not know the tables yet);
 * - the migrations' own grants hold (lite: GRANT ALL to anon and authenticated at the first request).
 */
export function matchHostedAnswers(connection: Connection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => answerForLoss(answerForCheck(normalize(error)));
  const prepareQuery = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (...asked) => {
    // Where lite could not ask what there is, it goes on with no tables, and not even a list of functions.
    const { functions } = await connection.introspect({ useCache: true });
    if (functions === undefined) throw noAnswer();
    return prepareQuery(...asked);
  };
  if (Reflect.get(connection, 'rlsState') !== 'unknown')
    throw new Error('@supabase/lite has no rlsState: was it upgraded?');
  Reflect.set(connection, 'rlsState', 'active');
}

function answerForCheck(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23514') return error;
  return answerOf(400, '23514', error.message);
}

const noAnswer = () =>
  answerOf(503, 'PGRST001', 'The database does not answer. Please try again in a moment.');

const answerForLoss = (error: unknown): unknown => (isUnavailable(error) ? noAnswer() : error);

/** Lite passes on an error of code PGRST as its message (the body) and detail (the status) say. */
function answerOf(status: number, code: string, message: string): Error {
  return Object.assign(new Error(JSON.stringify({ code, message, details: null, hint: null })), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  });
}
