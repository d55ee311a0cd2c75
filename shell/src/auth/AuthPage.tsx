import { useState, type ChangeEvent } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { session, useLocation, useSession } from '@space/platform';
import { EmailField, PasswordField } from '@space/ui';
import { useCredentials, type SignInMode } from '@space/ui/host';
import styles from './Auth.module.css';
import { LinkNoticePanel, NewPasswordForm, ResetRequestForm, type EmailProps } from './mailForms.tsx';
import { AuthCard, AuthForm, FormNotice, GoogleButton, LinkButton, OfflineNotice } from './parts.tsx';

/** `/auth`: sign in, sign up, Google, and resetting a forgotten password, from requesting the mail to setting the new one. */
export function AuthPage() {
  // 'Sign Up' links pass their mode in the navigation state, which a URL from another site cannot set.
  const { state } = useLocation() as { state: { mode?: unknown } | null };
  const [mode, setMode] = useState<SignInMode>(state?.mode === 'sign-up' ? 'sign-up' : 'sign-in');
  const [hasForgotten, setHasForgotten] = useState(false);
  const [typedEmail, setTypedEmail] = useState<string | null>(null);
  const isRedeeming = useSession((current) => current.isRedeeming);
  const recovering = useSession((current) => current.recovering);
  const linkNotice = useSession((current) => current.linkNotice);
  // After an invalid recovery link: the form that requests a new link, with the reason above it.
  const needsNewLink = linkNotice?.kind === 'invalid-link' && linkNotice.resend === 'recovery';
  const email = typedEmail ?? (linkNotice?.kind === 'confirmed' ? linkNotice.email : null) ?? '';
  const emailProps = {
    value: email,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTypedEmail(event.target.value),
  };

  function handleBack() {
    setHasForgotten(false);
    if (needsNewLink) session.getState().clearLinkNotice();
  }

  function handleCancel() {
    setTypedEmail(recovering?.email ?? null);
    session.getState().cancelRecovery();
  }

  if (isRedeeming) {
    return (
      <AuthCard title="One moment" lead={MESSAGES.links.checking} isBusy>
        <div className={styles.orbit} aria-hidden="true" />
      </AuthCard>
    );
  }
  if (recovering) {
    return (
      <AuthCard
        title="Choose a new password"
        lead={
          <>
            For <strong>{recovering.email}</strong>. Your other devices are signed out when it changes.
          </>
        }
      >
        <OfflineNotice />
        <NewPasswordForm email={recovering.email} onCancel={handleCancel} />
      </AuthCard>
    );
  }
  if (hasForgotten || needsNewLink) {
    return (
      <AuthCard title="Reset your password" lead="We email you a link to set a new one.">
        <LinkNoticePanel />
        <OfflineNotice />
        <ResetRequestForm email={emailProps} onBack={handleBack} />
      </AuthCard>
    );
  }
  return (
    <SignInPanel
      mode={mode}
      email={emailProps}
      onModeChange={setMode}
      onForgotten={() => setHasForgotten(true)}
    />
  );
}

interface SignInPanelProps {
  mode: SignInMode;
  email: EmailProps;
  onModeChange: (mode: SignInMode) => void;
  onForgotten: () => void;
}

/** The form for email and password, with the server's response, and the other ways in. */
function SignInPanel({ mode, email, onModeChange, onForgotten }: SignInPanelProps) {
  const isSignIn = mode === 'sign-in';
  const label = isSignIn ? 'Sign In' : 'Sign Up';
  const form = useCredentials(mode, location.origin + PATHS.dashboard);
  return (
    <AuthCard
      title={label}
      lead={isSignIn ? 'Welcome back. Your week is waiting.' : 'A calm week starts with one account.'}
    >
      <LinkNoticePanel />
      <OfflineNotice />
      <AuthForm form={form} first="email" label={label} submit={label}>
        <EmailField {...form.field('email')} {...email} label="Email" />
        <div>
          <PasswordField
            {...form.field('password')}
            {...(!isSignIn && { hint: 'At least 8 characters, with upper and lower case and a number.' })}
            label="Password"
            name="password"
            autoComplete={isSignIn ? 'current-password' : 'new-password'}
          />
          {isSignIn && (
            <p className={styles.aside}>
              <LinkButton onClick={onForgotten}>Forgot password?</LinkButton>
            </p>
          )}
        </div>
        {form.answer?.tone === 'error' && <FormNotice answer={form.answer} />}
      </AuthForm>
      <p className={styles.divider}>
        <span>OR</span>
      </p>
      <GoogleButton />
      <p className={styles.after}>
        <LinkButton onClick={() => onModeChange(isSignIn ? 'sign-up' : 'sign-in')}>
          {isSignIn ? "Don't have an account? Sign Up" : 'Already have an account? Sign In'}
        </LinkButton>
      </p>
    </AuthCard>
  );
}
