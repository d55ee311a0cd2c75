import { useId } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import type { Plan } from '@space/domain';
import { PixelLink } from '../parts/PixelLink.tsx';
import styles from './PlanPanel.module.css';

interface PlanPanelProps {
  plan: Plan;
}

/** One plan. Its button only leads to the sign-in: nothing is sold here (spec section 7). */
export function PlanPanel({ plan }: PlanPanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id} data-highlighted={plan.highlighted || undefined}>
      <div className={styles.heading}>
        <h2 id={id} className={styles.name}>
          {plan.name}
        </h2>
        {plan.highlighted && <p className={styles.badge}>{MESSAGES.plans.mostPopular}</p>}
      </div>
      <p className={styles.price}>
        <strong>{plan.price}</strong> {plan.period}
      </p>
      <ul className={styles.features}>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <PixelLink to={PATHS.retroAuth} look={plan.highlighted ? 'primary' : 'quiet'} aria-describedby={id}>
        {plan.id === 'free' ? 'START FREE' : 'UPGRADE'}
      </PixelLink>
    </section>
  );
}
