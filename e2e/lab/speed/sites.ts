import { createAccount } from '../../support/accounts.ts';
import { mondayOf, weekFrom } from '../../support/calendar.ts';
import { plantTasks, today } from '../../support/planner.ts';
import { startSite } from '../../support/site.ts';
import { makeBundleSite } from './bundle/makeBundleSite.ts';
import type { Site } from './measure/tab.ts';

/** The built site, and the same sources as one bundle: each on the real server, with an account of its own. */
export interface Sites {
  federated: Site;
  bundle: Site;
  close(): Promise<void>;
}

const TASKS = 30;

async function startOne(
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
 * for the servers, and the store of the federated site, where it is another one than the built one.
 */
export async function startSites(environment: Record<string, string> = {}, store?: string): Promise<Sites> {
  const made = await makeBundleSite();
  const federated = await startOne(environment, store);
  const bundle = await startOne(environment, made.folder);
  return {
    federated,
    bundle,
    async close() {
      await Promise.all([federated.discard(), bundle.discard()]);
      made.discard();
    },
  };
}
