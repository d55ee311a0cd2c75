import { listen } from './http/listen.ts';
import { createSite } from './http/site.ts';
import { checkSite } from './server.ts';

export interface HostedSiteOptions {
  siteDir: string;
  /** The hosted Supabase project the pages talk to. */
  supabase: { url: string; publishableKey: string };
  port?: number | undefined;
  host?: string | undefined;
}

/**
 * Serves the built site for a hosted Supabase project: same pages and headers, no backend and no outbox here.
 * Rejects with a StartError like `startServer`.
 */
export async function startHostedSite(
  options: HostedSiteOptions,
): Promise<{ origin: string; close(): Promise<void> }> {
  const { siteDir, supabase, port = 0, host = '127.0.0.1' } = options;
  checkSite(siteDir);
  const listening = await listen(port, host);
  const settings = { supabaseUrl: supabase.url, supabaseKey: supabase.publishableKey };
  listening.answerWith(createSite(siteDir, settings, [new URL(supabase.url).origin]));
  return { origin: listening.origin, close: listening.close };
}
