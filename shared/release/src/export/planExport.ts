import {
  SHELL,
  STRICT_TRANSPORT,
  headersOfAll,
  indexFiles,
  makePages,
  planSite,
  readSite,
  storeError,
  type SiteConfiguration,
} from '@space/store';
import { readHostedProject, readSiteUrl } from '@space/server/hostedSettings';
import { releasesOf } from './releasesOf.ts';

/** What a host of files is given, whichever it is. */
export type Plan = Awaited<ReturnType<typeof planExport>>;

/** `site.json`, and what `npm run serve` is told by the environment, which counts more. */
async function readConfiguration(store: string, environment: NodeJS.ProcessEnv): Promise<SiteConfiguration> {
  const site = await readSite(store);
  const { SITE_URL, SUPABASE_URL, SUPABASE_KEY, EVENTS_URL } = environment;
  const url = readSiteUrl(SITE_URL) ?? site.url;
  const project = SUPABASE_URL ? readHostedProject(SUPABASE_URL, SUPABASE_KEY ?? '') : site.supabase;
  return {
    ...site,
    ...(url !== undefined && { url }),
    ...(project !== undefined && { supabase: project }),
    ...(EVENTS_URL && { eventsUrl: EVENTS_URL }),
  };
}

/** What files cannot be written without. Throws StoreError that says how to tell it. */
function needed({ url, supabase }: SiteConfiguration) {
  if (url === undefined || supabase === undefined)
    throw storeError(
      'Files are finished when they are written, so they must know the address of the site and its backend: set SITE_URL, SUPABASE_URL and SUPABASE_KEY, or write "url" and "supabase" into site.json.',
    );
  if (!url.startsWith('https:')) throw storeError(`${url} is no address over TLS (https://…).`);
  if (supabase.url !== '/') readHostedProject(supabase.url, supabase.publishableKey);
  return { url, supabase };
}

/**
 * Works out what a host of files is given: pages, releases, headers. Reads the store and writes nothing.
 *
 * Takes the store, the environment, and whether the host passes some paths on to a server of ours; throws StoreError for
 * what cannot be written as files.
 */
export async function planExport(store: string, environment: NodeJS.ProcessEnv, passesOn: boolean) {
  const site = await readConfiguration(store, environment);
  const { url, supabase } = needed(site);
  const paths = { supabase: supabase.url, eventsUrl: site.eventsUrl, calendarUrl: site.calendarUrl };
  const [own] = Object.entries(paths).find(([, address]) => address?.startsWith('/')) ?? [];
  if (own !== undefined && !passesOn)
    throw storeError(
      `"${own}" of site.json is a path of the site itself, where a host of files answers nothing. Write the address of a server, or leave it out.`,
    );
  const plan = await planSite(store, site);
  if (plan === null) throw storeError(`There is nothing to export: no shell is released in ${store}.`);
  const { registry } = plan;
  const { unknown, pages, texts } = await makePages(store, plan, site);
  const all = [unknown, ...pages];
  const { releases, notes } = await releasesOf(store, registry);
  const offered = Object.entries(registry.remotes).map(([name, { live }]) => `${name} ${live.version}`);
  return {
    url,
    site,
    unknown,
    pages,
    releases,
    /** What is said of the export besides. */
    notes: [
      ...notes,
      ...plan.leftOut.map(({ name, version, reason }) => `Left out: ${name} ${version}: ${reason}`),
    ],
    shows: [`${SHELL} ${registry.shell}`, ...offered].join(', '),
    headers: { ...headersOfAll(site, all), 'Strict-Transport-Security': STRICT_TRANSPORT },
    /** What is neither page nor release, by name. */
    texts: { ...indexFiles(site, all), ...texts },
  };
}
