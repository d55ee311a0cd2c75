// For the shell. No remote imports it.
export { announceSession } from './announceSession.ts';
export { loadEmojiFont } from '../emojiFont/loadEmojiFont.ts';
export { CredentialsFields } from './CredentialsFields.tsx';
export { focusHeading } from '../heading/focusHeading.ts';
export { markMotion } from './markMotion.ts';
export { onCall } from './onCall.ts';
export { redirectFor, type GuardedSession } from './redirectFor.ts';
export { SessionGuard } from './SessionGuard.tsx';
export { SignOutQuestion } from './SignOutQuestion.tsx';
export { useCredentials, type SignInMode } from './useCredentials.ts';
export { useTitleAndFocus } from './useTitleAndFocus.ts';
