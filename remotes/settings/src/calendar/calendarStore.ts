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
  /** Whether `since` has been loaded. */
  isKnown: boolean;
  /** Since when an address is in use; null if there is none. */
  since: string | null;
  /** The secret part of an address that was created just now. The server never returns it again. */
  secret: string | null;
  isLoading: boolean;
  hasFailed: boolean;
  underWay: 'renew' | 'withdraw' | null;
  /** Loads the state. Does nothing during a change: its result is newer than any response. */
  load(): Promise<void>;
  /** Creates an address; the previous one, if any, stops working. */
  renew(): Promise<void>;
  withdraw(): Promise<void>;
  /** Called when the page is left: the secret is shown only once. */
  forgetSecret(): void;
  /** Clears the state and ignores responses to requests under way (rule sign-out). */
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
      request: () => Promise<Pick<CalendarState, 'since' | 'secret'>>,
      successMessage: string,
      failureMessage: string,
    ): Promise<void> {
      if (get().underWay) return;
      const isLatest = beginChange();
      beginRead();
      set({ underWay, isLoading: false });
      try {
        const next = await request();
        if (!isLatest()) return;
        set({ ...next, isKnown: true, hasFailed: false });
        notify.success(successMessage);
      } catch (error) {
        notifyFailure(services, failureMessage, error, isLatest());
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
          // The card shows the failure itself. A state that is shown already stays.
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
