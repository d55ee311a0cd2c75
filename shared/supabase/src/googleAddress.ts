import type { SupabaseClient } from '@supabase/supabase-js';
import { callAuth } from './callAuth.ts';
import { backendError } from './errors.ts';
import type { ServerAccess } from './guardedFetch.ts';

/**
 * Returns the URL that starts a Google sign-in: offline access and a consent prompt (rule google-sign-in), PKCE (rule
 * sign-in-secrets). It checks the server's settings first, because the browser would show the raw response of a server
 * that refuses the URL (rule google-sign-in).
 * @throws BackendError code `provider_disabled`; `network` when the server cannot be reached, so that the visitor does
 *   not end on the browser's own error page
 */
export async function googleAddress(
  openAuth: () => Promise<SupabaseClient['auth']>,
  redirectTo: string,
  access: ServerAccess,
): Promise<string> {
  if ((await isGoogleOn(access)) === false) {
    throw backendError('rejected', 'Unsupported provider: provider is not enabled', {
      code: 'provider_disabled',
      status: 400,
    });
  }
  const { url } = await callAuth(async () =>
    (await openAuth()).signInWithOAuth({
      provider: 'google',
      options: {
        redirectTo,
        skipBrowserRedirect: true,
        queryParams: { access_type: 'offline', prompt: 'consent' },
      },
    }),
  );
  if (!url) throw backendError('rejected', 'The address of the Google sign-in is missing');
  return url;
}

/** Whether the server's settings enable Google; null if the server does not expose its settings: then sign-in is tried. */
async function isGoogleOn({ url, key, fetch }: ServerAccess): Promise<boolean | null> {
  const settings = await callAuth(async () => {
    const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } });
    const data: unknown = response.ok ? await response.json() : null;
    return { data, error: null };
  });
  if (typeof settings !== 'object' || settings === null || !('external' in settings)) return null;
  const { external } = settings;
  if (typeof external !== 'object' || external === null || !('google' in external)) return null;
  return external.google === true;
}
