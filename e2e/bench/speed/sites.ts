import { createHash, createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as sendRequest } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { createAccount } from '../../support/accounts.ts';
import { dayAfter } from '../../support/calendar.ts';
import { insertTasks, monday } from '../../support/planner.ts';
import { startSite, type StartedSite } from '../../support/site.ts';
import { makeBundleSite } from './bundle.ts';

type Certificate = Record<'cert' | 'key', string>;

/** Without the headers of a connection, and HTTP/2's own: the other protocol does not allow them. */
const withoutOwn = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(:.*|connection|keep-alive|transfer-encoding)$/.test(name)),
  );

/** Starts a proxy that speaks HTTP/2 over TLS in front of a server, as sites have one. Returns its address. */
async function startHttp2Proxy(server: string, certificate: Certificate): Promise<string> {
  const { hostname, port } = new URL(server);
  const agent = new Agent({ keepAlive: true });
  const proxy = createSecureServer(certificate, (request, response) => {
    const { ':authority': host, ':method': method, ':path': path } = request.headers;
    const headers = { ...withoutOwn(request.headers), host, 'x-forwarded-proto': 'https' };
    const forwarded = sendRequest({ agent, hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutOwn(answer.headers));
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await once(proxy.listen(0, '127.0.0.1').unref(), 'listening');
  return `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`; // a listening TCP server has an address
}

/** Puts a started site behind such a proxy, with an account that has thirty tasks this week. */
async function prepare(site: StartedSite, certificate: Certificate) {
  const account = await createAccount(site);
  const titles = Array.from({ length: 30 }, (_, index) => `Task ${index + 1} of this week`);
  const tasks = titles.map((title, index) => ({ title, task_date: dayAfter(monday, index % 7) }));
  await insertTasks(account, tasks);
  const origin = await startHttp2Proxy(site.origin, certificate);
  return { origin, session: account.session, discard: site.discard };
}

/**
 * Starts the built site (`npm run bench` builds it), and the same sources as one bundle, each on the real server and with an
 * account of its own. Returns the sites, the argument with which a browser accepts their certificate, and `close`.
 */
export async function startSites() {
  const subject = [{ name: 'commonName', value: '127.0.0.1' }];
  const { cert, private: key } = await generate(subject, { algorithm: 'sha256' });
  const publicKey = createPublicKey(cert).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  const env = { TRUST_PROXY: 'loopback' };
  const federated = await prepare(await startSite(undefined, env), { cert, key });
  const bundle = await prepare(await startSite(await makeBundleSite(), env), { cert, key });
  return {
    ...{ federated, bundle },
    // If it ignored all certificate errors, the browser would cache nothing.
    browserArgument: `--ignore-certificate-errors-spki-list=${hash}`,
    close: () => Promise.all([federated.discard(), bundle.discard()]),
  };
}
