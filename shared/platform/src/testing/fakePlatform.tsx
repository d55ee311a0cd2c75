import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createSessionStore, type SessionState, type SessionStore } from '@space/auth';
import type { DayKey } from '@space/domain';
import type { NavigationEntry, RemoteEvent } from '@space/federation';
import { WAITING, createKept, hasToGo, type Kept } from '../kept.ts';
import { askBeforeSignOut } from '../signOutQuestion.ts';
import { MOTION_KEY, createMotionStore } from '../motionStore.ts';
import type { Notice, NoticeAction } from '../notify.ts';
import type { Slot as RealSlot, SlotData } from '../slots.ts';
import { USER, createFakeBackend } from './fakeBackend.ts';

const server = createFakeBackend();
const { backend, reset: resetServer, ...control } = server;
const surroundings = createStore(() => ({
  today: '2026-11-18' as DayKey,
  isOnline: true,
  navigation: [] as readonly NavigationEntry[],
}));
const returns = new Set<() => void>();
let notices: Notice[] = [];
let events: RemoteEvent[] = [];
const slots = new Map<string, object>();

const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const SIGNED_IN = { status: 'signed-in', user: USER, wasLost: false, wasDeleted: false } as const;

/** The real session store on the fake backend; `USER` is signed in. */
export const session: SessionStore = createSessionStore({
  loadBackend: () => Promise.resolve(backend),
  storage,
  mayLeave: () => askBeforeSignOut(kept.names().filter((name) => name.startsWith(WAITING)).length),
  forgetAccount: (userId) => forget((owner) => owner === userId),
});

const { forget, ...ofUser } = createKept({
  storage: globalThis.window?.localStorage ?? null,
  userId: () => session.getState().user?.id ?? null,
});

/** The real one, on the storage of the test's page. */
export const kept: Kept = ofUser;

session.setState(SIGNED_IN);
session.subscribe(({ user }, previous) => {
  if (user?.id !== previous.user?.id) forget(hasToGo(user?.id ?? null));
});

export const { tasks, profiles, account, calendarFeed, loadTables } = backend;

export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(session, selector);
}

export function onSessionEnd(callback: () => void): () => void {
  return session.subscribe((state, previous) => {
    if (previous.user !== null && previous.user.id !== state.user?.id) callback();
  });
}

export function SignedIn({ children }: { children: ReactNode }) {
  return useSession((state) => state.user) ? children : null;
}

export function SignedOut({ children }: { children: ReactNode }) {
  return useSession((state) => state.user) ? null : children;
}

/** Nothing fills it: a test reads what the page gives, see `platform.slot`. */
export const Slot: typeof RealSlot = ({ name, data }) => {
  useLayoutEffect(() => {
    slots.set(name, data);
    return () => void slots.delete(name);
  }, [name, data]);
  return null;
};

/** Records the notices: see `platform.notices`. */
export const notify = {
  success(message: string, options: { action?: NoticeAction } = {}): void {
    notices.push({ tone: 'success', message, ...options });
  },
  error(message: string): void {
    notices.push({ tone: 'error', message });
  },
};

/** Nothing moves: there is no page to draw. */
export const motion = createMotionStore({
  storage: { ...storage, getItem: (key) => (key === MOTION_KEY ? 'paused' : null) },
  window: undefined,
});

export function useMotion() {
  const { isPaused, isReduced } = useStore(motion);
  return { isPaused, isStill: isPaused || isReduced, setPaused: motion.setPaused };
}

export const useToday = (): DayKey => useStore(surroundings, ({ today }) => today);
export const useKnownToday = (): DayKey | null => useToday();
export const useIsOnline = (): boolean => useStore(surroundings, ({ isOnline }) => isOnline);

/** The document's title, as a host writes it. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = `Better Space — ${title ?? ''}`;
  }, [title]);
}

export const useNavigationEntries = (): readonly NavigationEntry[] =>
  useStore(surroundings, ({ navigation }) => navigation);

export function onReturn(callback: () => void): () => void {
  returns.add(callback);
  return () => returns.delete(callback);
}

/** The same call as `onReturn`: a test has the person come back. */
export const onPossibleChange = onReturn;

export function report(event: RemoteEvent): void {
  events.push(event);
}

/** What a test does to the platform and reads from it. */
export const platform = {
  ...control,
  /** The notices so far, the oldest first; a failure's begins with '! '. */
  notices: () => notices.map(({ tone, message }) => (tone === 'error' ? `! ${message}` : message)),
  /** Presses the button of the latest notice that has one. */
  pressNotice(): void {
    notices.findLast(({ action }) => action)?.action?.onSelect();
  },
  events: () => events,
  /** What the page gives to a slot that is shown; undefined while it is not. */
  slot: <Name extends keyof SlotData>(name: Name) => slots.get(name) as SlotData[Name] | undefined,
  /** Sets the device's day, a Wednesday at the beginning. */
  setToday(today: DayKey): void {
    surroundings.setState({ today });
  },
  /** What remotes add to the navigation; nothing at the beginning. */
  setNavigation(navigation: readonly NavigationEntry[]): void {
    surroundings.setState({ navigation });
  },
  /** Takes the network away, or gives it back. */
  setOnline(isOnline: boolean): void {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
    surroundings.setState({ isOnline });
  },
  /** The person looks at this page again. */
  comeBack(): void {
    for (const callback of returns) callback();
  },
  /** The server ends the session, as the client tells it before it fails the call that found out. */
  loseSession(): void {
    session.setState({ status: 'signed-out', user: null, wasLost: true });
  },
  /** For `beforeEach`: a new server, and a new session of `USER`, so that nothing is left in the memory of the page. */
  reset(): void {
    session.setState({ status: 'signed-out', user: null });
    resetServer();
    notices = [];
    events = [];
    platform.setOnline(true);
    platform.setToday('2026-11-18');
    platform.setNavigation([]);
    session.setState(SIGNED_IN);
  },
};
