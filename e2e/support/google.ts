import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@space/server/testing/certificate';
import { Events, OAuth2Server } from 'oauth2-mock-server';
import { listening } from './servers.ts';

/** The hosts of Google that a sign-in speaks to: the first from the browser, the others from the server. */
const HOSTS = ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com'];

const CHOOSER = '/choose';

export type Google = Awaited<ReturnType<typeof startGoogle>>;

/**
 * Starts Google's end of a sign-in: a real OpenID Connect server on this machine, under Google's names, with a certificate made
 * for the occasion. Signatures, issuer and audience are checked for real.
 */
export async function startGoogle(user: Record<'sub' | 'email' | 'name', string>) {
  const folder = mkdtempSync(join(tmpdir(), 'space-google-'));
  const made = await makeCertificate(HOSTS);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  writeFileSync(key, made.key, { mode: 0o600 });
  writeFileSync(certificate, made.cert);

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
    /** What it does with a visitor: sends them back signed in, sends them back because they pressed Cancel, or waits. */
    answer: 'allow' as 'allow' | 'deny' | 'wait',
    asked: [] as URLSearchParams[],
    given: [] as string[],
    /** What a browser needs to take it for Google, and every other host but this machine for missing. */
    browserArguments: [
      `--host-resolver-rules=MAP accounts.google.com 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      '--ignore-certificate-errors',
    ],
    /** What a server process needs to reach it as Google, and to be known to it. */
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

  const chooser = '<!doctype html><link rel=icon href=data:,><h1>Choose an account</h1>';
  provider.service.addRoute('GET', CHOOSER, (_request, response) => {
    response.setHeader('content-type', 'text/html').end(chooser);
  });
  provider.service.on(
    Events.BeforeAuthorizeRedirect,
    ({ url }: { url: URL }, request: { url?: string | undefined }) => {
      google.asked.push(new URL(request.url ?? '', provider.issuer.url).searchParams);
      if (google.answer === 'wait') url.href = `https://accounts.google.com${CHOOSER}`;
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
    google.given.push(...[body['access_token'], body['refresh_token'], body['id_token']].map(String));
  });
  return google;
}

/** A proxy that leads to the given port of this machine, whatever host it is asked for. */
const startProxy = (port: number) =>
  listening(
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
