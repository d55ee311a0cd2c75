import { createHash, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from '@space/server/testing';
import { createAccount } from '../../support/accounts.ts';
import { mondayOf, weekFrom } from '../../support/calendar.ts';
import { plantTasks, today } from '../../support/planner.ts';
import { startSite } from '../../support/site.ts';
import { makeBundleSite } from './bundle/makeBundleSite.ts';
import type { Site } from './measure/tab.ts';
import { TASKS } from './pages.ts';
import { storeWith, type Container } from './storeWith.ts';

/**
 * Makes a certificate for this machine, for one run, which this process trusts from then on. Returns what the server
 * process and the browser need for HTTP/2.
 */
export async function makeSecure() {
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
    // Told to overlook all faults of certificates, a browser would keep nothing in its cache.
    browserArguments: [`--ignore-certificate-errors-spki-list=${hash}`],
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The built site, and the same sources as one bundle: each on the real server, with an account of its own. */
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
  await plantTasks(account, tasks);
  return { origin: server.origin, session: account.session, discard: server.discard };
}

/**
 * Builds the bundle and starts both. The built site comes first (`npm run lab` makes it). Takes further environment variables
 * for the servers, and the container of all remotes where it is not each one's own.
 */
export async function startSites(
  environment: Record<string, string> = {},
  container?: Container,
): Promise<Sites> {
  const made = await makeBundleSite();
  const store = container && (await storeWith(container));
  const federated = await startOne(environment, store?.folder);
  const bundle = await startOne(environment, made.folder);
  return {
    federated,
    bundle,
    async close() {
      await Promise.all([federated.discard(), bundle.discard()]);
      made.discard();
      store?.discard();
    },
  };
}
