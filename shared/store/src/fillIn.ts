import { SITE_URL, escapeHtml } from './headOf.ts';
import type { SiteConfiguration } from './schema.ts';

/** The settings of the site that are filled into pages. A placeholder whose setting is absent stays as it is. */
export interface PageSettings {
  /** The site's own address, without a trailing slash. */
  siteUrl?: string | undefined;
  /** The backend's address; '/' is the site's own origin. */
  supabaseUrl?: string | undefined;
  supabaseKey?: string | undefined;
  /** Where pages report the outcomes of loading remotes; empty: nowhere. */
  eventsUrl?: string | undefined;
  /** The address of calendar feeds, without a trailing slash; empty: there are none. */
  calendarUrl?: string | undefined;
  /** The address of the service worker; empty: pages register none. */
  serviceWorker?: string | undefined;
}

/**
 * Fills in the settings that only the site's server knows. Takes the text of a page, of robots.txt or of sitemap.xml, and
 * the settings; returns the text with the settings in place.
 */
export function fillIn(text: string, settings: PageSettings): string {
  const { siteUrl, supabaseUrl, supabaseKey, eventsUrl, calendarUrl, serviceWorker } = settings;
  const contents = {
    'supabase-url': supabaseUrl,
    'supabase-key': supabaseKey,
    'events-url': eventsUrl,
    'calendar-feed': calendarUrl,
    'service-worker': serviceWorker,
  };
  const addressed = siteUrl === undefined ? text : text.replaceAll(SITE_URL, () => escapeHtml(siteUrl));
  return Object.entries(contents).reduce(
    (html, [name, content]) =>
      content === undefined
        ? html
        : html.replace(
            new RegExp(`(<meta\\s+name="${name}"\\s+content=")[^"]*"`),
            (_, start: string) => `${start}${escapeHtml(content)}"`,
          ),
    addressed,
  );
}

/**
 * Fills in the operator's configuration, for static hosts. If it names the backend but not the site's address, lines that
 * need the address are removed: no server will fill it in.
 */
export function fillInFrom(site: SiteConfiguration, text: string): string {
  const { url, supabase, eventsUrl, calendarUrl } = site;
  const filled = fillIn(text, {
    siteUrl: url,
    supabaseUrl: supabase?.url,
    supabaseKey: supabase?.publishableKey,
    eventsUrl,
    calendarUrl,
    serviceWorker: site.serviceWorker ? undefined : '',
  });
  if (!isStaticallyHosted(site)) return filled;
  return filled
    .split('\n')
    .filter((line) => !line.includes(SITE_URL))
    .join('\n');
}

/** Whether a static host serves the pages: they are complete once derived, and no server of ours fills anything in. */
export const isStaticallyHosted = (site: SiteConfiguration) => site.supabase !== undefined;

/** The origins besides their own that pages connect to, according to the operator's configuration. */
export function connectSourcesOf({ supabase, eventsUrl }: SiteConfiguration): string[] {
  const elsewhere = [supabase?.url, eventsUrl].filter((address) => address && URL.canParse(address));
  return [...new Set(elsewhere.map((address) => new URL(address ?? '').origin))];
}
