import { createHash, createPublicKey } from 'node:crypto';
import { generate } from 'selfsigned';
import { preview } from 'vite';
import { createAccount } from '../../support/accounts.ts';
import { dayAfter } from '../../support/calendar.ts';
import { insertTasks, monday } from '../../support/planner.ts';
import { startSite, type StartedSite } from '../../support/site.ts';
import { makeBundleSite } from './bundle.ts';

/** Gives a started site an account with thirty tasks this week, and an address with HTTP/2 over TLS, as a proxy gives sites one. */
async function prepare(site: StartedSite, https: Record<'cert' | 'key', string>, ends: AsyncDisposableStack) {
  ends.defer(site.discard);
  const account = await createAccount(site);
  const titles = Array.from({ length: 30 }, (_, index) => `Task ${index + 1} of this week`);
  const tasks = titles.map((title, index) => ({ title, task_date: dayAfter(monday, index % 7) }));
  await insertTasks(account, tasks);
  const proxy = { '/': { target: site.origin, headers: { 'x-forwarded-proto': 'https' } } };
  const settings = { host: '127.0.0.1', port: 0, cors: false, https, proxy };
  const server = await preview({ configFile: false, preview: settings });
  ends.defer(() => server.close());
  const [address = ''] = server.resolvedUrls?.local ?? [];
  return { origin: new URL(address).origin, session: account.session };
}

/** Starts the built site, and its sources as one bundle, each on the real server. A browser needs `browserArgument` for them. */
export async function startSites() {
  const subject = [{ name: 'commonName', value: '127.0.0.1' }];
  const { cert, private: key } = await generate(subject, { algorithm: 'sha256' });
  const publicKey = createPublicKey(cert).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  const env = { TRUST_PROXY: 'loopback' };
  const ends = new AsyncDisposableStack();
  const federated = await prepare(await startSite(undefined, env), { cert, key }, ends);
  const bundle = await prepare(await startSite(await makeBundleSite(), env), { cert, key }, ends);
  return {
    ...{ federated, bundle },
    // If it ignored all certificate errors, the browser would cache nothing.
    browserArgument: `--ignore-certificate-errors-spki-list=${hash}`,
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}
