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

/** 'Sign Up' links pass their mode in the navigation state, which a URL from another site cannot set. */
function requestedMode(state: unknown): SignInMode {
  return typeof state === 'object' && state !== null && 'mode' in state && state.mode === 'sign-up'
    ? 'sign-up'
    : 'sign-in';
}

/**
 * `/auth`: sign in, sign up, Google, and resetting a forgotten password, from requesting the mail to setting the new one
 * (rules mail-links, password-reset).
 */
export function AuthPage() {
  const { state } = useLocation();
  const [mode, setMode] = useState<SignInMode>(() => requestedMode(state));
  const [hasForgotten, setHasForgotten] = useState(false);
  const [typedEmail, setTypedEmail] = useState<string | null>(null);
  const isRedeeming = useSession((current) => current.isRedeeming);
  const recovering = useSession((current) => current.recovering);
  const linkNotice = useSession((current) => current.linkNotice);
  // After an invalid recovery link: the form that requests a new link, with the reason above it.
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
