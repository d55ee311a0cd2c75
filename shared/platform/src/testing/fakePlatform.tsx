import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createSessionStore, type SessionState, type SessionStore } from '@space/auth';
import type { DayKey } from '@space/domain';
import type { NavigationEntry } from '@space/federation';
import { WAITING, createKept, hasToGo, type Kept } from '../kept.ts';
import { confirmSignOut, type Notice, type NoticeAction } from '../host.ts';
import { createUndo } from '../undo.ts';
import { USER, createFakeBackend } from './fakeBackend.ts';

const server = createFakeBackend();
const { backend, reset: resetServer, ...control } = server;
const environment = createStore(() => ({
  today: '2026-11-18' as DayKey,
  isOnline: true,
  navigation: [] as readonly NavigationEntry[],
}));
const returnListeners = new Set<() => void>();
let notices: Notice[] = [];

const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const SIGNED_IN = { status: 'signed-in', user: USER, wasLost: false, wasDeleted: false } as const;

/** The real session store on the fake backend; `USER` is signed in. */
export const session: SessionStore = createSessionStore({
  loadBackend: () => Promise.resolve(backend),
  storage,
  mayLeave: () => confirmSignOut(kept.names().filter((name) => name.startsWith(WAITING)).length),
  forgetAccount: (userId) => forget((owner) => owner === userId),
});

const { forget, ...userData } = createKept({
  storage: globalThis.window?.localStorage ?? null,
  userId: () => session.getState().user?.id ?? null,
});

/** The real implementation, on the local storage of the test's page. */
export const kept: Kept = userData;

session.setState(SIGNED_IN);
session.subscribe(({ user }, previous) => {
  if (user?.id !== previous.user?.id) forget(hasToGo(user?.id ?? null));
});

export const { tasks, profiles, account, calendarFeed } = backend;

export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(session, selector);
}

export function onSessionEnd(callback: () => void): () => void {
  return session.subscribe((state, previous) => {
    if (previous.user !== null && previous.user.id !== state.user?.id) callback();
  });
}

/** The real implementation, on the document of the test's page. */
export const undo = createUndo(onSessionEnd);

export function SignedIn({ children }: { children: ReactNode }) {
  return useSession((state) => state.user) ? children : null;
}

export function SignedOut({ children }: { children: ReactNode }) {
  return useSession((state) => state.user) ? null : children;
}

/** Records the notices: see `platform.notices`. */
export const notify = {
  success(message: string, options: { action?: NoticeAction } = {}): void {
    notices.push({ tone: 'success', message, ...options });
  },
  error(message: string): void {
    notices.push({ tone: 'error', message });
  },
};

/** Animations are paused, because nothing is drawn in tests. */
const motionState = createStore(() => ({ isPaused: true, isReduced: false }));
export const motion = {
  ...motionState,
  setPaused: (isPaused: boolean) => motionState.setState({ isPaused }),
};

export function useMotion() {
  const { isPaused, isReduced } = useStore(motion);
  return { isPaused, isStill: isPaused || isReduced, setPaused: motion.setPaused };
}

export const useToday = (): DayKey => useStore(environment, ({ today }) => today);
export const useKnownToday = (): DayKey | null => useToday();
export const useIsOnline = (): boolean => useStore(environment, ({ isOnline }) => isOnline);

/** Sets the document's title like a host. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = `Better Space — ${title ?? ''}`;
  }, [title]);
}

export const useNavigationEntries = (): readonly NavigationEntry[] =>
  useStore(environment, ({ navigation }) => navigation);

export function onReturn(callback: () => void): () => void {
  returnListeners.add(callback);
  return () => returnListeners.delete(callback);
}

/** The same as `onReturn`: a test triggers it with `platform.comeBack`. */
export const onPossibleChange = onReturn;

/** The controls with which a test changes and inspects the fake platform. */
export const platform = {
  ...control,
  /** Returns the notices so far, the oldest first; that of a failure begins with '! '. */
  notices: () => notices.map(({ tone, message }) => (tone === 'error' ? `! ${message}` : message)),
  /** Presses the button of the latest notice that has one. */
  pressNotice(): void {
    notices.findLast(({ action }) => action)?.action?.onSelect();
  },
  /** Sets the device's day; the default is a Wednesday. */
  setToday(today: DayKey): void {
    environment.setState({ today });
  },
  /** Sets the entries that remotes add to the navigation; none by default. */
  setNavigation(navigation: readonly NavigationEntry[]): void {
    environment.setState({ navigation });
  },
  /** Sets whether there is a network. */
  setOnline(isOnline: boolean): void {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
    environment.setState({ isOnline });
  },
  /** Simulates that the user returns to this page. */
  comeBack(): void {
    for (const callback of returnListeners) callback();
  },
  /** Ends the session as the server does: the client reports it before the call that detects it fails. */
  loseSession(): void {
    session.setState({ status: 'signed-out', user: null, wasLost: true });
  },
  /** For `beforeEach`: resets the server and starts a new session of `USER`, so that stores drop their data. */
  reset(): void {
    session.setState({ status: 'signed-out', user: null });
    resetServer();
    notices = [];
    platform.setOnline(true);
    platform.setToday('2026-11-18');
    platform.setNavigation([]);
    session.setState(SIGNED_IN);
  },
};
