import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { newEmail } from './accounts.ts';

export const userNamed = (name: string) => ({ sub: randomUUID(), email: newEmail(), name });

// A server fetches it once.
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = { ...publicKey.export({ format: 'jwk' }), kid: 'google', alg: 'RS256' };

/** A token that Google has signed, for one hour. */
function signed(claims: object): string {
  const times = { exp: Math.floor(Date.now() / 1000) + 3600, iss: 'https://accounts.google.com' };
  const parts = [
    { alg: KEY.alg, kid: KEY.kid },
    { ...claims, ...times },
  ];
  const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
}

/**
 * Replaces Google in a browser, and for the servers of this process, which check signature, issuer and audience of its tokens
 * as they check Google's. `stop` ends it.
 */
export async function replaceGoogle(context: BrowserContext) {
  const { fetch } = globalThis;
  const google = {
    user: userNamed('Nobody'),
    /** What happens to a visitor: sent back signed in, sent back because they pressed Cancel, or kept on Google's page. */
    answer: 'allow' as 'allow' | 'deny' | 'wait',
    issuedTokens: [] as string[],
    stop: () => void (globalThis.fetch = fetch),
  };

  let code = '';
  globalThis.fetch = async (address, init) => {
    const url = address instanceof Request ? address.url : address.toString();
    if (url === 'https://www.googleapis.com/oauth2/v3/certs') return Response.json({ keys: [KEY] });
    if (url !== 'https://oauth2.googleapis.com/token') return fetch(address, init);
    // The server sends a form as text.
    const form = new URLSearchParams(init?.body as string);
    if (form.get('code') !== code || form.get('client_secret') !== 'a-secret')
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    const id_token = signed({ ...google.user, email_verified: true, aud: form.get('client_id') });
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID(), id_token };
    google.issuedTokens.push(...Object.values(tokens));
    return Response.json({ ...tokens, token_type: 'Bearer', expires_in: 3600 });
  };

  // Answers the site's redirect to Google.
  await context.route('**/auth/v1/authorize*', async (route) => {
    const body = '<!doctype html><link rel=icon href=data:,><h1>Choose an account</h1>';
    if (google.answer === 'wait') return route.fulfill({ contentType: 'text/html', body });
    const response = await route.fetch({ maxRedirects: 0 });
    const { searchParams } = new URL(response.headers()['location'] ?? '');
    const { redirect_uri = '', state = '' } = Object.fromEntries(searchParams);
    code = randomUUID();
    const answer = google.answer === 'allow' ? { code } : { error: 'access_denied' };
    const location = `${redirect_uri}?${new URLSearchParams({ state, ...answer }).toString()}`;
    return route.fulfill({ status: 302, headers: { location } });
  });
  return google;
}
