import type { BrowserContext } from '@playwright/test';
import { Events, OAuth2Server } from 'oauth2-mock-server';

const ISSUER = 'https://accounts.google.com';
const CHOOSER_PATH = '/choose';

export type Google = Awaited<ReturnType<typeof startGoogle>>;

/**
 * Starts a replacement for Google's sign-in: a real OpenID Connect server on this machine. Signatures, issuer and audience
 * are checked for real.
 */
export async function startGoogle(user: Record<'sub' | 'email' | 'name', string>) {
  const provider = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
  });
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.issuer.url = ISSUER;
  const origin = `http://127.0.0.1:${provider.address().port}`;

  const google = {
    user,
    /** What happens to a visitor: sent back signed in, sent back because they pressed Cancel, or kept on Google's page. */
    answer: 'allow' as 'allow' | 'deny' | 'wait',
    authorizationRequests: [] as URLSearchParams[],
    issuedTokens: [] as string[],
    /** For a server process: runs before its own modules, and sends its requests to Google's hosts here. */
    module: `data:text/javascript,${encodeURIComponent(`const { fetch } = globalThis;
      globalThis.fetch = (address, init) =>
        fetch(String(address).replace(/^https:\\/\\/\\w+\\.googleapis\\.com/, '${origin}'), init);`)}`,
    /** Makes the server's redirect to Google lead a browser here. */
    redirect: (context: BrowserContext) =>
      context.route('**/auth/v1/authorize*', async (route) => {
        const response = await route.fetch({ maxRedirects: 0 });
        const { location = '', ...headers } = response.headers();
        await route.fulfill({
          response,
          headers: { ...headers, location: location.replace(ISSUER, origin) },
        });
      }),
    stop: () => provider.stop(),
  };

  const chooserHtml = '<!doctype html><link rel=icon href=data:,><h1>Choose an account</h1>';
  provider.service.addRoute('GET', CHOOSER_PATH, (_request, response) => {
    response.setHeader('content-type', 'text/html').end(chooserHtml);
  });
  provider.service.on(
    Events.BeforeAuthorizeRedirect,
    ({ url }: { url: URL }, request: { url?: string | undefined }) => {
      google.authorizationRequests.push(new URL(request.url ?? '', ISSUER).searchParams);
      if (google.answer === 'wait') url.href = origin + CHOOSER_PATH;
      if (google.answer !== 'deny') return;
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    },
  );
  provider.service.on(
    Events.BeforeTokenSigning,
    ({ payload }: { payload: Record<string, unknown> }, { body }: { body: { client_id?: unknown } }) => {
      Object.assign(payload, { ...google.user, aud: body.client_id, email_verified: true });
    },
  );
  provider.service.on(Events.BeforeResponse, ({ body }: { body: Record<string, unknown> }) => {
    google.issuedTokens.push(...[body['access_token'], body['refresh_token'], body['id_token']].map(String));
  });
  return google;
}
