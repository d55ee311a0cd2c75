import { resolve } from 'node:path';
import { lockDirectory, type DirectoryLock } from './backend/dataFolder.ts';
import { createFetchFeed } from './calendar/fetchFeed.ts';
import { CALENDAR_PATH } from './calendar/calendarFeeds.ts';
import { createLimits } from './gateway/limits.ts';
import type { HostedProject } from './hostedSettings.ts';
import { EVENTS_PATH } from './http/events.ts';
import { openSiteServer, type SiteServer, type SiteServerOptions } from './siteServer.ts';

export interface HostedSiteOptions extends SiteServerOptions {
  supabase: HostedProject;
  /** Where pages report events of remotes: a URL, or a path of this site. Absent: this server. */
  eventsUrl?: string | undefined;
}

/** Starts the site for a hosted project, without the embedded backend and the outbox. Rejects like `startServer`. */
export async function startHostedSite(options: HostedSiteOptions): Promise<SiteServer> {
  const { supabase, eventsUrl = '' } = options;
  const { url, publishableKey } = supabase;
  const server = await openSiteServer(options);
  const lock = await lockOrClose(server, resolve(options.dataDir));
  const externalUrls = [url, eventsUrl].filter((address) => URL.canParse(address));
  await server.serve({
    settings: {
      siteUrl: server.siteUrl,
      supabaseUrl: url,
      supabaseKey: publishableKey,
      eventsUrl: eventsUrl || EVENTS_PATH,
      calendarUrl: CALENDAR_PATH,
    },
    fetchFeed: createFetchFeed({ url, publishableKey, fetch }),
    limits: createLimits(),
    connectSources: [...new Set(externalUrls.map((address) => new URL(address).origin))],
    checkBackend: async () => {
      const headers = { apikey: publishableKey };
      const { ok, status } = await fetch(`${url}/auth/v1/health`, { headers });
      if (!ok) throw new Error(`The project answers ${status}`);
    },
  });
  return {
    ...server,
    async close() {
      await server.close();
      lock.release();
    },
  };
}

/** A data directory, which holds the event log, belongs to one server at a time. */
async function lockOrClose(server: SiteServer, dataDir: string): Promise<DirectoryLock> {
  try {
    return lockDirectory(dataDir);
  } catch (error) {
    await server.close();
    throw error;
  }
}
