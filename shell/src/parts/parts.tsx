import type { ReactNode } from 'react';
import { Brand, Button, Icon, SkipLink } from '@space/ui';
import styles from './parts.module.css';

/** The bar's name and two links; then a title, a line of text and tiles. */
const OUTLINE = { bar: ['name', 'one', 'two'], blocks: ['title', 'text', 'one', 'two', 'three', 'four'] };

/** The outline of a page whose code or session is still loading. */
export function PageSkeleton() {
  const outlineOf = (part: keyof typeof OUTLINE) => (
    <div className={styles[part]}>
      {OUTLINE[part].map((block) => (
        <span key={block} />
      ))}
    </div>
  );
  return (
    <main id="main" aria-busy="true" aria-label="Loading page">
      <div className={styles.frame} aria-hidden="true">
        {outlineOf('bar')}
        {outlineOf('blocks')}
      </div>
    </main>
  );
}

/** Shown until the first page has loaded. It works without a router. */
export function BootFrame() {
  return (
    <>
      <SkipLink />
      <PageSkeleton />
    </>
  );
}

/** A page of the shell itself: a link home, and its content below. */
export function OwnPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      {children}
    </div>
  );
}

interface CardPageProps {
  isBusy?: boolean;
  /** The card's own width, gaps and alignment. */
  className: string | undefined;
  children: ReactNode;
}

/** A page with a link home and one card over the sky. */
export function CardPage({ isBusy, className, children }: CardPageProps) {
  return (
    <OwnPage>
      <main id="main" className={`${styles.card} ${className}`} aria-busy={isBusy}>
        {children}
      </main>
    </OwnPage>
  );
}

interface BannerProps {
  action: string;
  onAction: () => void;
  children: ReactNode;
}

/** One line above every page, with its button. */
export function Banner({ action, onAction, children }: BannerProps) {
  return (
    <div className={styles.banner}>
      <Icon name="warning" />
      {children}
      <Button onClick={onAction}>{action}</Button>
    </div>
  );
}

/** One line below a page that says what is wrong with it. A landmark, as all content of a page should be in one. */
export function PageLine({ children }: { children: ReactNode }) {
  return (
    <aside aria-label="Page load" className={styles.line}>
      {children}
    </aside>
  );
}
