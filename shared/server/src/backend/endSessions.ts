import type { Query } from './embedded.ts';

/** Ends, besides sessions: refresh tokens, links in mails, and sign-ins with Google that are in progress. */
const ENDED = [
  'delete from auth.refresh_tokens',
  'delete from auth.flow_state',
  `update auth.users set confirmation_token = null, recovery_token = null, reauthentication_token = null,
     email_change = null, email_change_token_new = null, email_change_token_current = null, phone_change_token = null`,
];

/**
 * Signs everyone out in a database: tokens in browsers and links in mails become invalid, passwords stay valid. Returns
 * how many sessions were ended.
 */
export async function endSessions(query: Query): Promise<number> {
  const ended = await query('delete from auth.sessions returning id');
  for (const sql of ENDED) await query(sql);
  return ended.length;
}

/** The message for the operator if the secrets were missing although there were sessions. */
export const SIGNED_OUT = 'The secrets were missing and were created again: everyone is signed out.';
