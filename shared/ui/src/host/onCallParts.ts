// The chunk that `onCall` loads.
export { SignOutDialog } from './SignOutDialog.tsx';
