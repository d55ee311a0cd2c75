import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Events, OAuth2Server } from 'oauth2-mock-server';
import { makeCertificate } from './certificate.ts';
import { listen } from './servers.ts';

/** Google's hosts in a sign-in: the browser contacts the first, the server the others. */
const HOSTS = ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com'];

const CHOOSER_PATH = '/choose';

export type Google = Awaited<ReturnType<typeof startGoogle>>;

/**
 * Starts a replacement for Google's sign-in: a real OpenID Connect server on this machine, under Google's host names, with
 * a certificate of its own. Signatures, issuer and audience are checked for real.
 */
export async function startGoogle(user: Record<'sub' | 'email' | 'name', string>) {
  const folder = mkdtempSync(join(tmpdir(), 'space-google-'));
  const pair = await makeCertificate(HOSTS);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  writeFileSync(key, pair.key, { mode: 0o600 });
  writeFileSync(certificate, pair.cert);

  const provider = new OAuth2Server(key, certificate, {
    endpoints: { authorize: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
  });
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.issuer.url = 'https://accounts.google.com';
  const { port } = provider.address();
  const proxy = await startProxy(port);

  const google = {
    user,
    /** What happens to a visitor: sent back signed in, sent back because they pressed Cancel, or kept on Google's page. */
    answer: 'allow' as 'allow' | 'deny' | 'wait',
    authorizationRequests: [] as URLSearchParams[],
    issuedTokens: [] as string[],
    /** Makes a browser resolve Google's host to this server, and no other host except this machine. */
    browserArguments: [
      `--host-resolver-rules=MAP accounts.google.com 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      '--ignore-certificate-errors',
    ],
    /** Makes a server process use this server as Google, with the credentials of a registered client. */
    environment: {
      GOOGLE_CLIENT_ID: 'better-space',
      GOOGLE_CLIENT_SECRET: 'a-secret',
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: proxy.origin,
      NO_PROXY: '127.0.0.1,localhost',
      NODE_EXTRA_CA_CERTS: certificate,
    },
    async close() {
      await provider.stop();
      await proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  const chooserHtml = '<!doctype html><link rel=icon href=data:,><h1>Choose an account</h1>';
  provider.service.addRoute('GET', CHOOSER_PATH, (_request, response) => {
    response.setHeader('content-type', 'text/html').end(chooserHtml);
  });
  provider.service.on(
    Events.BeforeAuthorizeRedirect,
    ({ url }: { url: URL }, request: { url?: string | undefined }) => {
      google.authorizationRequests.push(new URL(request.url ?? '', provider.issuer.url).searchParams);
      if (google.answer === 'wait') url.href = `https://accounts.google.com${CHOOSER_PATH}`;
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

/** A proxy that forwards every connection to the given port of this machine, whatever its host. */
const startProxy = (port: number) =>
  listen(
    createServer().on('connect', (_request, client, head) => {
      const upstream = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.write(head);
        upstream.pipe(client).pipe(upstream);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    }),
  );
