import { useEffect } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { useNavigate } from '@space/platform';
import { ButtonLink } from '@space/ui';
import { CardPage } from '../parts/CardPage.tsx';
import styles from './AdminPage.module.css';

/** As long as it takes to read; the bar in the style sheet runs as long. */
const READING_TIME = 3_000;

/**
 * Roles were removed (rule admin-page): says so for as long as it takes to read, then goes on. Anyone who reads
 * slower misses nothing they need (WCAG 2.2.1): the next page says where they are, and its heading takes the focus.
 */
export function AdminPage() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(PATHS.dashboard, { replace: true }), READING_TIME);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <CardPage className={styles.card}>
      <h1 className={styles.title}>{MESSAGES.pages.adminDisabled}</h1>
      <p className={styles.text}>{MESSAGES.pages.adminReason}</p>
      <div className={styles.time} aria-hidden="true" />
      <ButtonLink to={PATHS.dashboard} replace>
        Go to the dashboard now
      </ButtonLink>
    </CardPage>
  );
}
