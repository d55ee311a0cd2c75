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
import { readHostedProject, readSiteUrl } from '@space/server/settings';
import { releasesOf } from './releasesOf.ts';

/** The content of an export, independent of the host. */
export type Plan = Awaited<ReturnType<typeof planExport>>;

/** Reads `site.json`, overridden by the environment variables of `npm run serve`. */
async function readConfiguration(store: string, environment: NodeJS.ProcessEnv): Promise<SiteConfiguration> {
  const site = await readSite(store);
  const { SITE_URL, SUPABASE_URL, SUPABASE_KEY } = environment;
  const url = readSiteUrl(SITE_URL) ?? site.url;
  const project = SUPABASE_URL ? readHostedProject(SUPABASE_URL, SUPABASE_KEY ?? '') : site.supabase;
  return {
    ...site,
    ...(url !== undefined && { url }),
    ...(project !== undefined && { supabase: project }),
  };
}

/** Returns the address of the site. Throws StoreError with advice if a setting that an export requires is missing or invalid. */
function requiredAddress({ url, supabase }: SiteConfiguration) {
  if (url === undefined || supabase === undefined)
    throw storeError(
      'Exported files contain the address of the site and its backend: set SITE_URL, SUPABASE_URL and SUPABASE_KEY, or write "url" and "supabase" into site.json.',
    );
  if (!url.startsWith('https:')) throw storeError(`${url} is not an address with TLS (https://…).`);
  readHostedProject(supabase.url, supabase.publishableKey);
  return url;
}

/**
 * Determines the content of an export: pages, releases, headers. Reads the store and writes nothing.
 *
 * Takes the store and the environment; throws StoreError if the site cannot be written as files.
 */
export async function planExport(store: string, environment: NodeJS.ProcessEnv) {
  const site = await readConfiguration(store, environment);
  const url = requiredAddress(site);
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
    /** Sentences about releases that are left out. */
    notes: [
      ...notes,
      ...plan.leftOut.map(({ name, version, reason }) => `Left out: ${name} ${version}: ${reason}`),
    ],
    shows: [`${SHELL} ${registry.shell}`, ...offered].join(', '),
    headers: { ...headersOfAll(site, all), 'Strict-Transport-Security': STRICT_TRANSPORT },
    /** The files that belong to neither a page nor a release, by name. */
    texts: { ...indexFiles(site, all), ...texts },
  };
}
