// The official fake of this package, for component tests: `vi.mock('@space/platform', () =>
// import('@space/platform/testing'))`. It has every name that remotes may use; `platform` is what a test does to it and
// reads from it.
export {
  Link,
  MemoryRouter,
  Navigate,
  Outlet,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom';
export {
  SignedIn,
  SignedOut,
  account,
  calendarFeed,
  kept,
  loadTables,
  motion,
  notify,
  onPossibleChange,
  onReturn,
  onSessionEnd,
  platform,
  profiles,
  report,
  session,
  tasks,
  useIsOnline,
  useKnownToday,
  useMotion,
  useSession,
  useToday,
} from './testing/fakePlatform.tsx';
export { USER, createFakeBackend } from './testing/fakeBackend.ts';
export type { Failure } from './testing/fakeCalls.ts';
export { aTask } from './testing/aTask.ts';
