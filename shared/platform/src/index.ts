// The only federated share: everything with state that a remote may use, listed by name. All of it is shared with remotes,
// so each name is part of the contract and adds bytes to the shell's first load.
export { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
export { useParams } from 'react-router-dom';
export { session, useSession, onSessionEnd, kept, undo } from './session.ts';
export { SignedIn, SignedOut, useNavigationEntries, usePageTitle } from './pages.tsx';
export { account, calendarFeed, profiles } from './backend.ts';
export { onPossibleChange, tasks } from './tasks.ts';
export type { Kept } from './kept.ts';
export { notify, type Notice } from './host.ts';
export { useMotion } from './motion.ts';
export { useKnownToday, useToday } from './today.ts';
export { useIsOnline, onReturn } from './online.ts';
