import { useState } from 'react';
import { focusHeading } from '@space/ui/host';
import { Banner } from './Banner.tsx';
import type { Refusal } from './override.ts';

interface RefusalBannerProps {
  refusal: Refusal;
}

/** Says why an override or a preview was refused, and what to do about it. */
export function RefusalBanner({ refusal: { what = 'Override', reason, advice } }: RefusalBannerProps) {
  const [isOpen, setIsOpen] = useState(true);

  function handleDismiss() {
    setIsOpen(false);
    focusHeading();
  }

  if (!isOpen) return null;
  return (
    <Banner label={`${what} refused`} role="alert" action="Dismiss" onAction={handleDismiss}>
      <strong>
        {what} refused. {reason}
      </strong>{' '}
      {advice}
    </Banner>
  );
}
