// For the shell. No remote imports it.
export { CredentialsFields, useCredentials, type SignInMode } from './credentials.tsx';
export { focusHeading, markMotion, useHeadingFocus } from './document.ts';
export { SessionGuard, announceSession, redirectFor } from './guard.tsx';
export { loadEmojiFont } from '../emojiFont/loadEmojiFont.ts';
export { SignOutQuestion } from './SignOutQuestion.tsx';
