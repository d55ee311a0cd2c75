import type { HTMLAttributes } from 'react';
import bevel from './bevel.module.css';
import styles from './PixelCard.module.css';

interface PixelCardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section';
}

/** A panel that looks like a window of a game. */
export function PixelCard({ as: Tag = 'div', className = '', ...rest }: PixelCardProps) {
  return <Tag {...rest} className={`${bevel.bevel} ${styles.card} ${className}`} />;
}
