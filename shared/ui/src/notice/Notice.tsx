import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/iconPaths.ts';
import styles from './Notice.module.css';

type Tone = 'info' | 'success' | 'danger';

interface NoticeProps {
  tone?: Tone;
  /** 'status' or 'alert' where it appears after the page; nothing where the page was loaded with it. */
  role?: 'status' | 'alert';
  /** Buttons or a form: what can be done about it. */
  actions?: ReactNode;
  children: ReactNode;
}

const ICONS = { info: 'info', success: 'check', danger: 'warning' } as const satisfies Record<Tone, IconName>;

/** A message in the place it is about, and what can be done about it. Never the colour alone: each tone has its sign. */
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
