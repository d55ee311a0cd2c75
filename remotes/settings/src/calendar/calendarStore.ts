import { MESSAGES, latestOnly, notifyFailure, type FailureServices } from '@space/domain';
import type { calendarFeed, notify } from '@space/platform';
import { createStore } from 'zustand/vanilla';

const messages = MESSAGES.calendar;

interface CalendarServices extends FailureServices {
  calendarFeed: typeof calendarFeed;
  notify: typeof notify;
  now: () => Date;
}

export interface CalendarState {
  /** Whether the server has said since when there is an address. */
  isKnown: boolean;
  /** Since when; null: there is none. */
  since: string | null;
  /** What the address holds, where it was made just now. It is never read again. */
  secret: string | null;
  isLoading: boolean;
  hasFailed: boolean;
  underWay: 'renew' | 'withdraw' | null;
  /** Asks for the state anew. What is being changed here is newer than any answer. */
  load(): Promise<void>;
  /** Makes an address; the one before, if any, ends. */
  renew(): Promise<void>;
  withdraw(): Promise<void>;
  /** The page has been left: the secret is shown once. */
  forgetSecret(): void;
  /** Forgets everything, answers under way included (rule sign-out). */
  clear(): void;
}

const EMPTY = {
  isKnown: false,
  since: null,
  secret: null,
  isLoading: false,
  hasFailed: false,
  underWay: null,
};

export function createCalendarStore(services: CalendarServices) {
  const { calendarFeed, notify, now } = services;
  const beginRead = latestOnly();
  const beginChange = latestOnly();

  return createStore<CalendarState>()((set, get) => {
    async function change(
      underWay: 'renew' | 'withdraw',
      act: () => Promise<Pick<CalendarState, 'since' | 'secret'>>,
      said: string,
      failed: string,
    ): Promise<void> {
      if (get().underWay) return;
      const isLatest = beginChange();
      beginRead();
      set({ underWay, isLoading: false });
      try {
        const next = await act();
        if (!isLatest()) return;
        set({ ...next, isKnown: true, hasFailed: false });
        notify.success(said);
      } catch (error) {
        notifyFailure(services, failed, error, isLatest());
      } finally {
        if (isLatest()) set({ underWay: null });
      }
    }

    return {
      ...EMPTY,
      async load() {
        if (get().underWay) return;
        const isLatest = beginRead();
        set({ isLoading: true });
        try {
          const since = await calendarFeed.since();
          if (!isLatest()) return;
          set({ isKnown: true, since, isLoading: false, hasFailed: false });
          if (since === null) set({ secret: null });
        } catch {
          // The card says so itself; what is shown stays.
          if (isLatest()) set({ isLoading: false, hasFailed: !get().isKnown });
        }
      },
      renew: () =>
        change(
          'renew',
          async () => ({ secret: await calendarFeed.renew(), since: now().toISOString() }),
          messages.created,
          messages.createFailed,
        ),
      withdraw: () =>
        change(
          'withdraw',
          async () => {
            await calendarFeed.withdraw();
            return { secret: null, since: null };
          },
          messages.withdrawn,
          messages.withdrawFailed,
        ),
      forgetSecret: () => set({ secret: null }),
      clear() {
        beginRead();
        beginChange();
        set(EMPTY);
      },
    };
  });
}
