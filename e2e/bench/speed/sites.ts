import { createHash, createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as sendRequest } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { createAccount } from '../../support/accounts.ts';
import { mondayOf, weekFrom } from '../../support/calendar.ts';
import { insertTasks, today } from '../../support/planner.ts';
import { BUILT_SITE, startSite } from '../../support/site.ts';
import { makeBundleSite } from './bundle.ts';

/** Without the headers of a connection, and HTTP/2's own: the other protocol does not allow them. */
const withoutOwn = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(:.*|connection|keep-alive|transfer-encoding)$/.test(name)),
  );

type Certificate = Record<'cert' | 'key', string>;

/** Starts a proxy that speaks HTTP/2 over TLS in front of a server, as sites have one. Returns its address, and `close`. */
async function startHttp2Proxy(server: string, certificate: Certificate) {
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
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port: ownPort } = proxy.address() as AddressInfo; // a listening TCP server has an address
  const close = () => {
    proxy.close();
    agent.destroy();
  };
  return { origin: `https://127.0.0.1:${ownPort}`, close };
}

/** Starts one site behind such a proxy, with an account that has thirty tasks this week. */
async function startOne(certificate: Certificate, siteDir: string) {
  const server = await startSite({ folder: siteDir }, { TRUST_PROXY: 'loopback' });
  const account = await createAccount(server);
  const days = weekFrom(mondayOf(today()));
  const tasks = Array.from({ length: 30 }, (_, index) => ({
    title: `Task ${index + 1} of this week`,
    task_date: days[index % days.length] ?? today(),
  }));
  await insertTasks(account, tasks);
  const { origin, close } = await startHttp2Proxy(server.origin, certificate);
  const discard = () => {
    close();
    return server.discard();
  };
  return { origin, session: account.session, discard };
}

/**
 * Starts the built site (`npm run bench` builds it), and the same sources as one bundle, each on the real server and with an
 * account of its own. Returns the sites, the argument with which a browser accepts their certificate, and `close`.
 */
export async function startSites() {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    algorithm: 'sha256',
  });
  const publicKey = createPublicKey(cert).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  const bundleSite = await makeBundleSite();
  const federated = await startOne({ cert, key }, BUILT_SITE);
  const bundle = await startOne({ cert, key }, bundleSite.folder);
  return {
    ...{ federated, bundle },
    // If it ignored all certificate errors, the browser would cache nothing.
    browserArgument: `--ignore-certificate-errors-spki-list=${hash}`,
    async close() {
      await Promise.all([federated.discard(), bundle.discard()]);
      bundleSite.discard();
    },
  };
}
