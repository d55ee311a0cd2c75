import { useState } from 'react';
import { MESSAGES } from '@space/domain';
import { Badge, Button } from '@space/ui';
import { registryOfPage } from '../registry/registryOfPage.ts';

interface RetryLineProps {
  /** The remote that does not answer. */
  owner: string;
  needsReload: (remote: string) => Promise<boolean>;
  onRetry: () => Promise<void>;
}

/**
 * Stands for a part of a page that could not be loaded. Retry checks the network. If only a new
 * document can load it, the line says so and offers a reload: it never reloads the page around it unasked.
 */
export function RetryLine({ owner, needsReload, onRetry }: RetryLineProps) {
  const [isChecking, setIsChecking] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const part = registryOfPage().remotes[owner]?.title ?? owner;

  async function handleRetry() {
    if (isBack) {
      location.reload();
      return;
    }
    setIsChecking(true);
    // If the check fails, it retries without a reload.
    if (await needsReload(owner).catch(() => false)) setIsBack(true);
    else await onRetry();
    setIsChecking(false);
  }

  return (
    <p>
      <Badge icon="warning">
        {/* A badge does not wrap; this one contains a sentence, which must wrap when text is enlarged. */}
        <span style={{ whiteSpace: 'normal' }}>
          {isBack ? MESSAGES.remotes.isBack(part) : MESSAGES.remotes.noAnswer(part)}
        </span>
      </Badge>{' '}
      <Button isBusy={isChecking} onClick={() => void handleRetry()}>
        {isBack ? MESSAGES.pages.reload : MESSAGES.remotes.retry}
      </Button>
    </p>
  );
}
