import { useState } from 'react';
import { MESSAGES, SLOT_MESSAGES } from '@space/domain';
import { Badge, Button } from '@space/ui';
import { registryOfPage } from '../registry/registryOfPage.ts';
import type { Loader } from './openSlot.ts';

interface SlotPanelProps {
  /** The remote that should fill the slot. */
  owner: string;
  needsReload: Loader['needsReload'];
  onRetry: () => Promise<void>;
}

/**
 * Replaces the content of a slot that could not be loaded. Retry checks the network. If only a new document can load the
 * content, the panel says so and offers a reload: it never reloads the page around the slot unasked.
 */
export function SlotPanel({ owner, needsReload, onRetry }: SlotPanelProps) {
  const [isChecking, setIsChecking] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const part = registryOfPage().remotes[owner]?.title ?? owner;

  async function handleRetry() {
    if (isBack) {
      location.reload();
      return;
    }
    setIsChecking(true);
    // If the check fails, the slot retries without a reload.
    if (await needsReload(owner).catch(() => false)) setIsBack(true);
    else await onRetry();
    setIsChecking(false);
  }

  return (
    <p>
      <Badge icon="warning">
        {/* A badge does not wrap; this one contains a sentence, which must wrap when text is enlarged. */}
        <span style={{ whiteSpace: 'normal' }}>
          {isBack ? SLOT_MESSAGES.isBack(part) : SLOT_MESSAGES.failed(part)}
        </span>
      </Badge>{' '}
      <Button isBusy={isChecking} onClick={() => void handleRetry()}>
        {isBack ? MESSAGES.pages.reload : MESSAGES.remotes.retry}
      </Button>
    </p>
  );
}
