// For the shell. No remote imports it.
export { useCredentials, type SignInMode } from './credentials.ts';
export { focusHeading, markMotion, useHeadingFocus } from './document.ts';
export { SessionGuard, announceSession, redirectFor } from './guard.tsx';
export { loadEmojiFont } from '../emojiFont/loadEmojiFont.ts';
export { SignOutQuestion } from './SignOutQuestion.tsx';
