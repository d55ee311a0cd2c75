import { createHash, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from '@space/server/testing';
import { createAccount } from '../../support/accounts.ts';
import { mondayOf, weekFrom } from '../../support/calendar.ts';
import { insertTasks, today } from '../../support/planner.ts';
import { startSite } from '../../support/site.ts';
import { makeBundleSite } from './bundle/makeBundleSite.ts';
import type { Site } from './measure/tab.ts';
import { TASKS } from './pages.ts';
import { storeWith, type Container } from './storeWith.ts';

/**
 * Creates a certificate for this machine and this run, and makes this process trust it. Returns the server's environment
 * and the browser's arguments for HTTP/2.
 */
export async function createCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'space-certificate-'));
  const { cert, key } = await makeCertificate(['127.0.0.1', 'localhost']);
  const environment = { CERT_FILE: join(folder, 'cert.pem'), KEY_FILE: join(folder, 'key.pem') };
  writeFileSync(environment.CERT_FILE, cert);
  writeFileSync(environment.KEY_FILE, key);
  setDefaultCACertificates([...getCACertificates('default'), cert.toString()]);
  const publicKey = createPublicKey(cert).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  return {
    environment,
    // If it ignored all certificate errors, the browser would cache nothing.
    browserArguments: [`--ignore-certificate-errors-spki-list=${hash}`],
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The built site, and the same sources as one bundle, each on the real server and with an account of its own. */
export interface Sites {
  federated: Site;
  bundle: Site;
  close(): Promise<void>;
}

export async function startOne(
  env: Record<string, string>,
  siteDir?: string,
): Promise<Site & { discard(): Promise<void> }> {
  const server = await startSite(siteDir === undefined ? { env } : { env, siteDir });
  const account = await createAccount(server);
  const days = weekFrom(mondayOf(today()));
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
    title: `Task ${index + 1} of this week`,
    task_date: days[index % days.length] ?? today(),
  }));
  await insertTasks(account, tasks);
  return { origin: server.origin, session: account.session, discard: server.discard };
}

/**
 * Builds the bundle and starts both sites. Requires the built site (`npm run lab` builds it). Takes additional environment
 * variables of the servers, and a container for all remotes; absent: each remote keeps its own.
 */
export async function startSites(
  environment: Record<string, string> = {},
  container?: Container,
): Promise<Sites> {
  const bundleSite = await makeBundleSite();
  const store = container && (await storeWith(container));
  const federated = await startOne(environment, store?.folder);
  const bundle = await startOne(environment, bundleSite.folder);
  return {
    federated,
    bundle,
    async close() {
      await Promise.all([federated.discard(), bundle.discard()]);
      bundleSite.discard();
      store?.discard();
    },
  };
}
