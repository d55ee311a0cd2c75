import { createHash, createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as sendRequest } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createAccount } from '../../support/accounts.ts';
import { mondayOf, weekFrom } from '../../support/calendar.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { insertTasks, today } from '../../support/planner.ts';
import { startSite } from '../../support/site.ts';
import { makeBundleSite } from './bundle.ts';

type Certificate = Awaited<ReturnType<typeof makeCertificate>>;

/** Creates a certificate for this machine and this run. Returns it, and the argument with which a browser accepts it. */
export async function createCertificate() {
  const certificate = await makeCertificate(['127.0.0.1']);
  const publicKey = createPublicKey(certificate.cert).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  // If it ignored all certificate errors, the browser would cache nothing.
  return { certificate, browserArgument: `--ignore-certificate-errors-spki-list=${hash}` };
}

/** Headers of a connection, and HTTP/2's own: the other protocol does not allow them. */
const OF_ONE_PROTOCOL = /^(:.*|connection|keep-alive|transfer-encoding)$/;

const others = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_PROTOCOL.test(name)));

/** Starts a proxy that speaks HTTP/2 over TLS in front of a server, as sites have one. Returns its address, and `close`. */
async function startHttp2Proxy(server: string, certificate: Certificate) {
  const { hostname, port } = new URL(server);
  const agent = new Agent({ keepAlive: true });
  const proxy = createSecureServer(certificate, (request, response) => {
    const { ':authority': host, ':method': method, ':path': path } = request.headers;
    const headers = { ...others(request.headers), host, 'x-forwarded-proto': 'https' };
    const forwarded = sendRequest({ agent, hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, others(answer.headers));
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

/** Starts one site; with a certificate behind a proxy that speaks HTTP/2. */
async function startOne(siteDir?: string, certificate?: Certificate) {
  const env = certificate ? { TRUST_PROXY: 'loopback' } : {};
  const server = await startSite({ env, ...(siteDir !== undefined && { siteDir }) });
  const account = await createAccount(server);
  const days = weekFrom(mondayOf(today()));
  const tasks = Array.from({ length: 30 }, (_, index) => ({
    title: `Task ${index + 1} of this week`,
    task_date: days[index % days.length] ?? today(),
  }));
  await insertTasks(account, tasks);
  const proxy = certificate && (await startHttp2Proxy(server.origin, certificate));
  return {
    origin: proxy?.origin ?? server.origin,
    session: account.session,
    async discard() {
      proxy?.close();
      await server.discard();
    },
  };
}

/**
 * Starts the built site, and the same sources as one bundle, each on the real server and with an account of its own. Requires the
 * built site (`npm run bench` builds it). Takes a certificate (absent: plain HTTP). Returns the sites, and `close`.
 */
export async function startSites(certificate?: Certificate) {
  const bundleSite = await makeBundleSite();
  const federated = await startOne(undefined, certificate);
  const bundle = await startOne(bundleSite.folder, certificate);
  return {
    federated,
    bundle,
    async close() {
      await Promise.all([federated.discard(), bundle.discard()]);
      bundleSite.discard();
    },
  };
}
