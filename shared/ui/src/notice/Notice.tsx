import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/iconPaths.ts';
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
