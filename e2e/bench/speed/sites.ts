import { createHash, createPublicKey } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAccount } from '../../support/accounts.ts';
import { mondayOf, weekFrom } from '../../support/calendar.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { insertTasks, today } from '../../support/planner.ts';
import { startSite } from '../../support/site.ts';
import { startHttp2Proxy, type Certificate } from './http2Proxy.ts';
import { makeBundleSite } from './bundle/makeBundleSite.ts';
import type { Site } from './measure/tab.ts';
import { TASKS } from './pages.ts';

/**
 * Creates a certificate for this machine and this run, which this process accepts. Returns it, and the arguments with which a
 * browser does.
 */
export async function createCertificate() {
  const certificate = await makeCertificate(['127.0.0.1', 'localhost']);
  setDefaultCACertificates([...getCACertificates(), certificate.cert]);
  const publicKey = createPublicKey(certificate.cert).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  // If it ignored all certificate errors, the browser would cache nothing.
  return { certificate, browserArguments: [`--ignore-certificate-errors-spki-list=${hash}`] };
}

/** The built site, and the same sources as one bundle, each on the real server and with an account of its own. */
export interface Sites {
  federated: Site;
  bundle: Site;
  close(): Promise<void>;
}

/** Starts one site, with a certificate behind a proxy that speaks HTTP/2. */
async function startOne(
  siteDir?: string,
  certificate?: Certificate,
): Promise<Site & { discard(): Promise<void> }> {
  const env = certificate ? { TRUST_PROXY: 'loopback' } : {};
  const server = await startSite(siteDir === undefined ? { env } : { env, siteDir });
  const account = await createAccount(server);
  const days = weekFrom(mondayOf(today()));
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
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
 * Builds the bundle and starts both sites. Requires the built site (`npm run bench` builds it). Takes a certificate (absent:
 * plain HTTP).
 */
export async function startSites(certificate?: Certificate): Promise<Sites> {
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
