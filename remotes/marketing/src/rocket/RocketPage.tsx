import { PATHS } from '@space/domain';
import { ButtonLink, Icon } from '@space/ui';
import { MarketingFrame } from '../frame/MarketingFrame.tsx';
import styles from './RocketPage.module.css';

/** The hidden page behind the faint button of the footer. */
export function RocketPage() {
  return (
    <MarketingFrame>
      <div className={styles.launch}>
        <span className={styles.rocket}>
          <Icon name="rocket" size={120} />
        </span>
        <h1>You found the rocket</h1>
        <p>
          Few visitors come out this far. There is no task to tick off here, only a good view of the stars.
        </p>
        <ButtonLink to={PATHS.home} look="primary" size="l">
          Back to Home
        </ButtonLink>
      </div>
    </MarketingFrame>
  );
}
