import { PATHS } from '@space/domain';
import { ButtonLink, Card, Icon } from '@space/ui';
import styles from './UpgradeCard.module.css';

const REASONS = ['Unlimited tasks', 'Priority support', 'Advanced features', 'Custom themes'];

export function UpgradeCard() {
  return (
    <Card
      tone="glow"
      title="Upgrade Account"
      text="Have a look at the plans. Nothing is charged."
      className={styles.card}
    >
      <span className={styles.emblem}>
        <Icon name="rocket" size={26} />
      </span>
      <ul className={styles.reasons}>
        {REASONS.map((reason) => (
          <li key={reason}>
            <span className={styles.sign}>
              <Icon name="check" size={14} />
            </span>
            {reason}
          </li>
        ))}
      </ul>
      <ButtonLink to={PATHS.pricing} look="primary">
        View Pricing Plans
        <Icon name="arrowRight" />
      </ButtonLink>
    </Card>
  );
}
