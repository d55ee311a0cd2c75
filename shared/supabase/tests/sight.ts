import { readStoredSession } from '../src/storedSession.ts';
import { spoilSession } from '../testing/tokens.ts';
import { newTask, type Tab, type World } from './world.ts';

export const WEEK = ['2026-11-16', '2026-11-22'] as const;

/** A refresh of the session, for a rule of the proxy. */
export const REFRESH = { method: 'POST', path: 'grant_type=refresh_token' } as const;

/** What tests of the session do with a world, and what they see of it. */
export function createSight(world: () => World) {
  const timesOf = (path: string): number[] =>
    world()
      .proxy.seen.filter((request) => request.path.includes(path))
      .map(({ at }) => at);

  return {
    timesOf,
    requestsTo: (path: string): number => timesOf(path).length,
    isSignedIn: (tab: Pick<Tab, 'safe'>): boolean => readStoredSession(tab.safe) !== null,

    /** A tab whose token has run out, as after a night's sleep. Opened anew: the page has just been loaded. */
    async openWithExpiredToken(
      options: { refreshToken?: string; saysExpiresIn?: number; timeoutMilliseconds?: number } = {},
    ) {
      const before = await world().openSignedInTab();
      before.backend.dispose();
      const { jwtSecret } = world().server;
      const { timeoutMilliseconds = 5_000, ...spoiling } = options;
      spoilSession(before.storage, { jwtSecret, expiresIn: -60, ...spoiling });
      return { ...before, open: () => world().openTab({ browser: before.storage, timeoutMilliseconds }) };
    },

    /** Puts a task into the week that is asked for, so that it is never right to find none. */
    async plantTask(userId: string): Promise<void> {
      const { id, title, task_date } = newTask(userId);
      const insert = 'insert into tasks (id, title, task_date, user_id) values ($1, $2, $3, $4)';
      await world().server.query(insert, [id, title, task_date, userId]);
    },
  };
}
