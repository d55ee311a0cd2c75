import type { SupabaseClient } from '@supabase/supabase-js';
import { askAuth } from './askAuth.ts';
import { backendError } from './errors.ts';
import type { ServerAccess } from './guardedFetch.ts';

/**
 * The address that starts a Google sign-in: offline access and a consent prompt (rule google-sign-in), PKCE (rule
 * sign-in-secrets). The server's settings are asked first, because leaving for an address it refuses would show its raw
 * answer (rule google-sign-in).
 * @throws BackendError code `provider_disabled`; `network` when the server cannot be reached: better told here than
 *   by the browser's own error page
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
  const { url } = await askAuth(async () =>
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

/** What the server's settings say; null when it has none to show, and then the sign-in is simply tried. */
async function isGoogleOn({ url, key, fetch }: ServerAccess): Promise<boolean | null> {
  const settings = await askAuth(async () => {
    const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } });
    const data: unknown = response.ok ? await response.json() : null;
    return { data, error: null };
  });
  if (typeof settings !== 'object' || settings === null || !('external' in settings)) return null;
  const { external } = settings;
  if (typeof external !== 'object' || external === null || !('google' in external)) return null;
  return external.google === true;
}
