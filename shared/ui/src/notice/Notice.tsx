import type { ReactNode } from 'react';
import { MESSAGES } from '@space/domain';
import { Button } from '../button/Button.tsx';
import { Icon, type IconName } from '../icon/Icon.tsx';
import styles from './Notice.module.css';

type Tone = 'info' | 'success' | 'danger';

interface NoticeProps {
  tone?: Tone;
  /** 'status' or 'alert' if the notice appears later than the page; absent if it is part of the page from the start. */
  role?: 'status' | 'alert';
  /** Buttons or a form to react to the message. */
  actions?: ReactNode;
  children: ReactNode;
}

const ICONS = { info: 'info', success: 'check', danger: 'warning' } as const satisfies Record<Tone, IconName>;

/** A message at the place that it concerns, with possible actions. Not by colour alone: each tone has an icon. */
export function Notice({ tone = 'info', role, actions, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon name={ICONS[tone]} size={20} />
      <div className={styles.text} role={role}>
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

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
