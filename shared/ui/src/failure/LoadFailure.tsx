import { MESSAGES } from '@space/domain';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icon/Icon.tsx';
import { Notice } from '../notice/Notice.tsx';

interface LoadFailureProps {
  message: string;
  tone?: 'danger' | 'info';
  isRetrying: boolean;
  onRetry: () => void;
}

/** Replaces content that could not be loaded. It stays during a retry, so that the button keeps its focus. */
export function LoadFailure({ message, tone = 'danger', isRetrying, onRetry }: LoadFailureProps) {
  return (
    <Notice
      tone={tone}
      actions={
        <Button isBusy={isRetrying} onClick={onRetry}>
          <Icon name="retry" />
          {MESSAGES.remotes.retry}
        </Button>
      }
    >
      <p>{message}</p>
    </Notice>
  );
}
