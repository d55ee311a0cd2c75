import { PATHS } from '@space/domain';
import { ButtonLink, Icon } from '@space/ui';
import { Card } from '../parts/Card.tsx';
import styles from './UpgradeCard.module.css';

const REASONS = ['Unlimited tasks', 'Priority support', 'Advanced features', 'Custom themes'];

export function UpgradeCard() {
  return (
    <Card title="Upgrade Account" text="More room, for weeks that need it.">
      <ul className={styles.reasons}>
        {REASONS.map((reason) => (
          <li key={reason}>
            <Icon name="check" />
            {reason}
          </li>
        ))}
      </ul>
      <ButtonLink to={PATHS.pricing}>View Pricing Plans</ButtonLink>
    </Card>
  );
}
