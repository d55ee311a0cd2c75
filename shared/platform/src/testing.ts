// The official fake of this package, for component tests: `vi.mock('@space/platform', () =>
// import('@space/platform/testing'))`. It has every name that remotes may use; with `platform` a test controls and inspects
// the fake.
export {
  Link,
  MemoryRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
export {
  SignedIn,
  SignedOut,
  account,
  calendarFeed,
  kept,
  motion,
  notify,
  onPossibleChange,
  onReturn,
  onSessionEnd,
  platform,
  profiles,
  session,
  tasks,
  undo,
  useIsOnline,
  useKnownToday,
  useMotion,
  useNavigationEntries,
  usePageTitle,
  useSession,
  useToday,
} from './testing/fakePlatform.tsx';
export { USER } from './testing/fakeBackend.ts';
export type { Failure } from './testing/fakeCalls.ts';
export { aTask } from './testing/aTask.ts';
