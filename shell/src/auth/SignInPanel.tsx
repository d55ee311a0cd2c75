import type { SignInMode } from '@space/ui/host';
import { AuthCard } from './AuthCard.tsx';
import { AuthForm } from './AuthForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { LinkButton } from './LinkButton.tsx';
import { LinkNoticePanel } from './LinkNoticePanel.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import styles from './SignInPanel.module.css';

interface SignInPanelProps {
  mode: SignInMode;
  email: string;
  onEmailChange: (email: string) => void;
  onModeChange: (mode: SignInMode) => void;
  onForgotten: () => void;
}

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
