// The only federated share: everything with state that a remote may use, listed by name. All of it is shared with remotes,
// so each name is part of the contract and adds bytes to the shell's first load.
export { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
export { useParams } from 'react-router-dom';
export { session, useSession, onSessionEnd } from './session.ts';
export { SignedIn, SignedOut } from './BySession.tsx';
export { account, calendarFeed, profiles } from './backend.ts';
export { tasks } from './tasks.ts';
export { kept, undo } from './session.ts';
export type { Kept } from './kept.ts';
export { notify, type Notice } from './notify.ts';
export { usePageTitle } from './pageTitle.ts';
export { useNavigationEntries } from './navigation.ts';
export { useMotion } from './motion.ts';
export { useKnownToday, useToday } from './today.ts';
export { useIsOnline, onReturn } from './connection.ts';
export { onPossibleChange } from './live.ts';
