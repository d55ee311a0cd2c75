import { useState } from 'react';
import { useLocation, useSession } from '@space/platform';
import { Brand } from '@space/ui';
import { AuthForm } from './AuthForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { LinkNoticePanel } from './LinkNoticePanel.tsx';
import styles from './AuthPage.module.css';

export type AuthMode = 'sign-in' | 'sign-up';

/** 'Sign Up' links ask for their mode in the state of the navigation, which a URL from elsewhere cannot set. */
function modeAskedFor(state: unknown): AuthMode {
  return typeof state === 'object' && state !== null && 'mode' in state && state.mode === 'sign-up'
    ? 'sign-up'
    : 'sign-in';
}

/** `/auth`: sign in, sign up, Google. */
export function AuthPage() {
  const { state } = useLocation();
  const [mode, setMode] = useState<AuthMode>(() => modeAskedFor(state));
  const isArriving = useSession((session) => session.status === 'arriving');
  const isSignIn = mode === 'sign-in';
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main id="main" className={styles.card} aria-busy={isArriving}>
        <h1 className={styles.title}>{isSignIn ? 'Sign In' : 'Sign Up'}</h1>
        <p className={styles.lead}>
          {isSignIn ? 'Welcome back. Your week is waiting.' : 'A calm week starts with one account.'}
        </p>
        <LinkNoticePanel />
        <AuthForm mode={mode} />
        <p className={styles.divider}>
          <span>OR</span>
        </p>
        <GoogleButton />
        <p className={styles.toggle}>
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              setMode(isSignIn ? 'sign-up' : 'sign-in');
            }}
          >
            {isSignIn ? "Don't have an account? Sign Up" : 'Already have an account? Sign In'}
          </button>
        </p>
      </main>
    </div>
  );
}
