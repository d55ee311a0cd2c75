import type { ReactNode } from 'react';
import { Button, Icon } from '@space/ui';
import styles from './Banner.module.css';

interface BannerProps {
  label: string;
  role?: 'alert';
  action: string;
  onAction: () => void;
  children: ReactNode;
}

/** A line above every page, with its one action. */
export function Banner({ label, role, action, onAction, children }: BannerProps) {
  return (
    <section className={styles.banner} aria-label={label}>
      <Icon name="warning" size={20} />
      <p className={styles.text} role={role}>
        {children}
      </p>
      <Button className={styles.undo} onClick={onAction}>
        {action}
      </Button>
    </section>
  );
}
