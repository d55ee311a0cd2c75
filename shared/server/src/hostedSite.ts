import type { HostedProject } from './hostedSettings.ts';
import { listen } from './http/listen.ts';
import type { Certificate } from './http/secureServer.ts';
import { createSite } from './http/site.ts';
import { checkSite } from './server.ts';

export interface HostedSiteOptions {
  siteDir: string;
  /** The hosted Supabase project the pages talk to. */
  supabase: HostedProject;
  /** Where people open the site, when that is not this server. */
  siteUrl?: string | undefined;
  /** Where the pages report what becomes of remotes: an address, or a path of this site. Absent: nowhere. */
  eventsUrl?: string | undefined;
  port?: number | undefined;
  host?: string | undefined;
  /** Absent: plain HTTP. */
  tls?: Certificate | undefined;
}

/**
 * Serves the built site for a hosted Supabase project: same pages and headers, no backend and no outbox here.
 * Rejects with a StartError like `startServer`.
 */
export async function startHostedSite(
  options: HostedSiteOptions,
): Promise<{ origin: string; close(): Promise<void> }> {
  const { siteDir, supabase, eventsUrl = '', port = 0, host = '127.0.0.1', tls } = options;
  checkSite(siteDir);
  const listening = await listen(port, host, { certificate: tls });
  const settings = {
    siteUrl: options.siteUrl ?? listening.origin,
    supabaseUrl: supabase.url,
    supabaseKey: supabase.publishableKey,
    eventsUrl,
  };
  const elsewhere = [supabase.url, eventsUrl].filter((address) => URL.canParse(address));
  const origins = new Set(elsewhere.map((address) => new URL(address).origin));
  listening.answerWith(createSite(siteDir, settings, [...origins]));
  return { origin: listening.origin, close: listening.close };
}
