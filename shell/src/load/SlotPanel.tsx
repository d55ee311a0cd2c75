import { useState } from 'react';
import { MESSAGES, SLOT_MESSAGES } from '@space/domain';
import { Badge, Button } from '@space/ui';
import { registryOfPage } from '../registry/registryOfPage.ts';
import type { Loader } from './openSlot.ts';

interface SlotPanelProps {
  /** The remote that was to fill the slot. */
  owner: string;
  needsReload: Loader['needsReload'];
  onRetry: () => Promise<void>;
}

/**
 * In the place of what could not be shown in a slot. Retry asks the network. Where only a new document can have what is there by
 * then, it says so: the page around is not given up without a word.
 */
export function SlotPanel({ owner, needsReload, onRetry }: SlotPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const part = registryOfPage().remotes[owner]?.title ?? owner;

  async function handleRetry() {
    if (isBack) {
      location.reload();
      return;
    }
    setIsAsking(true);
    // Without an answer the slot itself tries again.
    if (await needsReload(owner).catch(() => false)) setIsBack(true);
    else await onRetry();
    setIsAsking(false);
  }

  return (
    <p>
      <Badge icon="warning">
        {/* A badge keeps to one line; this one has a sentence, which enlarged letters may break. */}
        <span style={{ whiteSpace: 'normal' }}>
          {isBack ? SLOT_MESSAGES.isBack(part) : SLOT_MESSAGES.failed(part)}
        </span>
      </Badge>{' '}
      <Button isBusy={isAsking} onClick={() => void handleRetry()}>
        {isBack ? MESSAGES.pages.reload : MESSAGES.remotes.retry}
      </Button>
    </p>
  );
}
