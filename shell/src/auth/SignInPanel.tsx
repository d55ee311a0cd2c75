import { AuthCard } from './AuthCard.tsx';
import { AuthForm } from './AuthForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { LinkButton } from './LinkButton.tsx';
import { LinkNoticePanel } from './LinkNoticePanel.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import type { AuthMode } from './submitCredentials.ts';
import styles from './SignInPanel.module.css';

interface SignInPanelProps {
  mode: AuthMode;
  email: string;
  onEmailChange: (email: string) => void;
  onModeChange: (mode: AuthMode) => void;
  onForgotten: () => void;
}

/** Signing in and up, which are one form in two modes. */
export function SignInPanel({ mode, email, onEmailChange, onModeChange, onForgotten }: SignInPanelProps) {
  const isSignIn = mode === 'sign-in';
  return (
    <AuthCard
      title={isSignIn ? 'Sign In' : 'Sign Up'}
      lead={isSignIn ? 'Welcome back. Your week is waiting.' : 'A calm week starts with one account.'}
    >
      <LinkNoticePanel />
      <OfflineNotice />
      <AuthForm mode={mode} email={email} onEmailChange={onEmailChange} onForgotten={onForgotten} />
      <p className={styles.divider}>
        <span>OR</span>
      </p>
      <GoogleButton />
      <p className={styles.toggle}>
        <LinkButton onClick={() => onModeChange(isSignIn ? 'sign-up' : 'sign-in')}>
          {isSignIn ? "Don't have an account? Sign Up" : 'Already have an account? Sign In'}
        </LinkButton>
      </p>
    </AuthCard>
  );
}
