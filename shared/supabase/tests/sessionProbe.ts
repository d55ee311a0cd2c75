import { readStoredSession } from '../src/storedSession.ts';
import { spoilSession } from '../testing/tokens.ts';
import { newTask, type Tab, type World } from './world.ts';

export const WEEK = ['2026-11-16', '2026-11-22'] as const;

/** Matches requests that refresh the session, for a rule of the proxy. */
export const REFRESH = { method: 'POST', path: 'grant_type=refresh_token' } as const;

/** Helpers for session tests: they prepare sessions and inspect the requests of a world. */
export function createSessionProbe(world: () => World) {
  const timesOf = (path: string): number[] =>
    world()
      .proxy.seen.filter((request) => request.path.includes(path))
      .map(({ at }) => at);

  return {
    timesOf,
    requestsTo: (path: string): number => timesOf(path).length,
    isSignedIn: (tab: Pick<Tab, 'safe'>): boolean => readStoredSession(tab.safe) !== null,

    /** A tab with an expired token, as after a night's sleep. `open` loads the page again. */
    async openWithExpiredToken(
      options: { refreshToken?: string; saysExpiresIn?: number; timeoutMilliseconds?: number } = {},
    ) {
      const tab = await world().openSignedInTab();
      tab.backend.dispose();
      const { jwtSecret } = world().server;
      const { timeoutMilliseconds = 5_000, ...spoiling } = options;
      spoilSession(tab.storage, { jwtSecret, expiresIn: -60, ...spoiling });
      return { ...tab, open: () => world().openTab({ browser: tab.storage, timeoutMilliseconds }) };
    },

    /** Inserts a task into `WEEK`, so that an empty list is always wrong. */
    async insertTask(userId: string): Promise<void> {
      const { id, title, task_date } = newTask(userId);
      const insert = 'insert into tasks (id, title, task_date, user_id) values ($1, $2, $3, $4)';
      await world().server.query(insert, [id, title, task_date, userId]);
    },
  };
}
