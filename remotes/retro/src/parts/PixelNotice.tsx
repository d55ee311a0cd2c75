import type { ReactNode } from 'react';
import styles from './PixelNotice.module.css';
import bevel from './bevel.module.css';

interface PixelNoticeProps {
  children: ReactNode;
}

/** A message in the page, with its actions. */
export function PixelNotice({ children }: PixelNoticeProps) {
  return <div className={`${bevel.bevel} ${styles.notice}`}>{children}</div>;
}
