import { MESSAGES, PATHS } from '@space/domain';
import { ButtonLink } from '@space/ui';
import { MessagePage } from './MessagePage.tsx';
import styles from './NotFoundPage.module.css';
import { Porthole } from './Porthole.tsx';

export function NotFoundPage() {
  const art = (
    <div className={styles.art}>
      <span className={styles.digit}>4</span>
      <Porthole view="lost" />
      <span className={styles.digit}>4</span>
    </div>
  );
  return (
    <MessagePage title={MESSAGES.pages.notFound} text={MESSAGES.pages.notFoundText} art={art}>
      <ButtonLink to={PATHS.home} look="primary" size="l">
        {MESSAGES.pages.returnHome}
      </ButtonLink>
    </MessagePage>
  );
}
