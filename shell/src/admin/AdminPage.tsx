import { useEffect } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { useNavigate } from '@space/platform';
import { ButtonLink } from '@space/ui';
import { CardPage } from '../parts/parts.tsx';
import styles from './AdminPage.module.css';

/** Long enough to read the text, in milliseconds; the bar in the style sheet has the same duration. */
const READING_TIME = 3_000;

/**
 * Says that roles were removed, then redirects. Slower readers miss nothing that they need (WCAG 2.2.1):
 * the heading of the next page gets the focus and says where they are.
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
