import { useState } from 'react';
import { MESSAGES, mailNotice } from '@space/domain';
import { notify, session } from '@space/platform';
import { PixelButton } from '../parts/PixelButton.tsx';
import { PixelNotice } from '../parts/PixelNotice.tsx';

interface VerifyFirstProps {
  email: string;
}

/**
 * Tells the visitor to verify the email address first, with a button that sends the mail again (rules email-confirmation,
 * mail-links).
 */
export function VerifyFirst({ email }: VerifyFirstProps) {
  const [isSending, setIsSending] = useState(false);

  const handleResend = async () => {
    setIsSending(true);
    const outcome = await session.getState().resendConfirmation(email);
    setIsSending(false);
    if (outcome.ok) notify.success(MESSAGES.links.resent);
    else notify.error(mailNotice(outcome.error, MESSAGES.links.resendFailed, navigator.onLine));
  };

  return (
    <PixelNotice>
      <div>
        <p>{MESSAGES.retro.verifyFirst}</p>
        <p>{email}</p>
      </div>
      <PixelButton isBusy={isSending} onClick={() => void handleResend()}>
        {MESSAGES.links.resend}
      </PixelButton>
    </PixelNotice>
  );
}
