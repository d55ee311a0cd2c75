import type { ReactNode } from 'react';
import { Link } from '@space/platform';
import styles from './Pixel.module.css';
import bevel from './bevel.module.css';

interface PixelLinkProps {
  to: string;
  look?: 'primary' | 'quiet';
  'aria-describedby'?: string;
  children: ReactNode;
}

export function PixelLink({ look = 'quiet', ...rest }: PixelLinkProps) {
  return <Link {...rest} className={`${bevel.bevel} ${styles.button}`} data-look={look} data-print="off" />;
}
