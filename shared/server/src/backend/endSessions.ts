import type { Query } from './database.ts';

/** Besides sessions: their refresh tokens, links of mails, and sign-ins with Google that are under way. */
const ENDED = [
  'delete from auth.refresh_tokens',
  'delete from auth.flow_state',
  `update auth.users set confirmation_token = null, recovery_token = null, reauthentication_token = null,
     email_change = null, email_change_token_new = null, email_change_token_current = null, phone_change_token = null`,
];

/**
 * Signs everyone out in a database: what was given to a browser or in a mail opens nothing any more, passwords do. Returns how many
 * sessions have ended.
 */
export async function endSessions(query: Query): Promise<number> {
  const ended = await query('delete from auth.sessions returning id');
  for (const sql of ENDED) await query(sql);
  return ended.length;
}

/** What an operator is told where secrets were not there and sessions were. */
export const SIGNED_OUT = 'The secrets were gone and are made anew: everyone is signed out.';
