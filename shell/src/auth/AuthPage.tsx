import { useState } from 'react';
import { MESSAGES } from '@space/domain';
import { session, useLocation, useSession } from '@space/platform';
import type { SignInMode } from '@space/ui/host';
import { ArrivingPanel } from './ArrivingPanel.tsx';
import { AuthCard } from './AuthCard.tsx';
import { LinkNoticePanel } from './LinkNoticePanel.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { ResetRequestForm } from './ResetRequestForm.tsx';
import { SignInPanel } from './SignInPanel.tsx';

/** 'Sign Up' links ask for their mode in the state of the navigation, which a URL from elsewhere cannot set. */
function modeAskedFor(state: unknown): SignInMode {
  return typeof state === 'object' && state !== null && 'mode' in state && state.mode === 'sign-up'
    ? 'sign-up'
    : 'sign-in';
}

/**
 * `/auth`: sign in, sign up, Google; a forgotten password, from asking for the mail to the new one (rules mail-links,
 * password-reset).
 */
export function AuthPage() {
  const { state } = useLocation();
  const [mode, setMode] = useState<SignInMode>(() => modeAskedFor(state));
  const [hasForgotten, setHasForgotten] = useState(false);
  const [typedEmail, setTypedEmail] = useState<string | null>(null);
  const isRedeeming = useSession((current) => current.isRedeeming);
  const recovering = useSession((current) => current.recovering);
  const linkNotice = useSession((current) => current.linkNotice);
  // A link to a new password that is no good is replaced by another: the form for that, with the reason above it.
  const needsNewLink = linkNotice?.kind === 'invalid-link' && linkNotice.resend === 'recovery';
  const email = typedEmail ?? (linkNotice?.kind === 'confirmed' ? linkNotice.email : null) ?? '';

  function handleBack() {
    setHasForgotten(false);
    if (needsNewLink) session.getState().clearLinkNotice();
  }

  if (isRedeeming) {
    return (
      <AuthCard title="One moment" lead={MESSAGES.links.checking} isBusy>
        <ArrivingPanel />
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
        <NewPasswordForm email={recovering.email} onCancel={() => setTypedEmail(recovering.email)} />
      </AuthCard>
    );
  }
  if (hasForgotten || needsNewLink) {
    return (
      <AuthCard title="Reset your password" lead="We email you a link to set a new one.">
        <LinkNoticePanel />
        <OfflineNotice />
        <ResetRequestForm email={email} onEmailChange={setTypedEmail} onBack={handleBack} />
      </AuthCard>
    );
  }
  return (
    <SignInPanel
      mode={mode}
      email={email}
      onEmailChange={setTypedEmail}
      onModeChange={setMode}
      onForgotten={() => setHasForgotten(true)}
    />
  );
}
