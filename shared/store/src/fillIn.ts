import { SITE_URL, escapeHtml } from './headOf.ts';
import type { SiteConfiguration } from './schema.ts';

/** What pages are told about where they are. What is absent stays as it is. */
export interface PageSettings {
  /** The site's own address, without a slash at the end. */
  siteUrl?: string | undefined;
  /** The backend's; '/': the site's own origin. */
  supabaseUrl?: string | undefined;
  supabaseKey?: string | undefined;
  /** Where they report what becomes of remotes; empty: nowhere. */
  eventsUrl?: string | undefined;
  /** Where calendar feeds are, without a slash at the end; empty: there are none. */
  calendarUrl?: string | undefined;
  /** The address of the service worker; empty: they register none. */
  serviceWorker?: string | undefined;
}

/**
 * Fills in what only the server of the site knows. Takes the text of a page, of robots.txt or of sitemap.xml, and the
 * settings; returns the text with them in their places.
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
 * Fills in what the operator's configuration says, for hosts that send files as they are. Where it names the backend but
 * not the site's address, lines that need one are left out: no one is going to fill them in.
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
  if (!isServedAsItIs(site)) return filled;
  return filled
    .split('\n')
    .filter((line) => !line.includes(SITE_URL))
    .join('\n');
}

/** Whether the pages are finished when they are derived: no server of ours fills anything in. */
export const isServedAsItIs = (site: SiteConfiguration) => site.supabase !== undefined;

/** The origins that pages talk to by the operator's configuration, besides their own. */
export function connectSourcesOf({ supabase, eventsUrl }: SiteConfiguration): string[] {
  const elsewhere = [supabase?.url, eventsUrl].filter((address) => address && URL.canParse(address));
  return [...new Set(elsewhere.map((address) => new URL(address ?? '').origin))];
}
