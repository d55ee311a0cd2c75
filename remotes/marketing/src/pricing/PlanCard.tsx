import { MESSAGES, PATHS, type Plan } from '@space/domain';
import { Badge, ButtonLink, Icon } from '@space/ui';
import { SIGN_UP_STATE } from '../frame/signUpState.ts';
import styles from './PlanCard.module.css';

interface PlanCardProps {
  plan: Plan;
}

/**
 * One plan. Its button only leads to the sign-in page, which redirects signed-in users (rule session-guard): nothing is
 * sold here.
 */
export function PlanCard({ plan }: PlanCardProps) {
  const id = `plan-${plan.id}`;
  return (
    <section className={styles.card} aria-labelledby={id} data-highlighted={plan.highlighted || undefined}>
      <h2 id={id} className={styles.name}>
        {plan.name}
      </h2>
      {plan.highlighted && (
        <p className={styles.badge}>
          <Badge tone="accent">{MESSAGES.plans.mostPopular}</Badge>
        </p>
      )}
      <p className={styles.price}>
        <strong>{plan.price}</strong> {plan.period}
      </p>
      <ul className={styles.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look={plan.highlighted ? 'primary' : 'quiet'}>
        {plan.id === 'free' ? 'Start for Free' : `Choose ${plan.name}`}
      </ButtonLink>
    </section>
  );
}
