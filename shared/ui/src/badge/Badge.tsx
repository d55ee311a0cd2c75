import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/Icon.tsx';
import styles from './Badge.module.css';

interface BadgeProps {
  /** 'accent' is filled, for a single item that stands out; 'soft' is subtle, for one of several. */
  tone?: 'accent' | 'soft' | 'star';
  icon?: IconName;
  children: ReactNode;
}

/** A short label that marks the element beside it. */
export function Badge({ tone = 'soft', icon, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon && <Icon name={icon} size={15} />}
      <span>{children}</span>
    </span>
  );
}
