import type { ReactNode } from 'react';
import { usePageTitle } from '@space/platform';
import { CardPage } from '../parts/CardPage.tsx';
import styles from './AuthCard.module.css';

interface AuthCardProps {
  title: string;
  /** A sentence under the title. */
  lead: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

/** The frame of every form on `/auth`: a link home, and one card over the sky. */
export function AuthCard({ title, lead, isBusy = false, children }: AuthCardProps) {
  // One route has several forms: each sets the title of the page.
  usePageTitle(title);
  return (
    <CardPage className={styles.card} isBusy={isBusy}>
      <div className={styles.intro}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
    </CardPage>
  );
}
