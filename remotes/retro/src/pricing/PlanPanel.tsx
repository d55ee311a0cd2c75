import { MESSAGES, PATHS, type Plan } from '@space/domain';
import { PixelSprite, ROCKET, type Sprite } from '@space/ui';
import { PixelCard } from '../parts/PixelCard.tsx';
import { PixelLink } from '../parts/PixelLink.tsx';
import { COIN, CROWN, KENNEL } from '../sprites/scenery.ts';
import { CHECK, STAR } from '../sprites/icons.ts';
import styles from './PlanPanel.module.css';

const PICTURES: Readonly<Record<Plan['id'], Sprite>> = { free: KENNEL, pro: ROCKET, 'space-master': CROWN };

interface PlanPanelProps {
  plan: Plan;
}

/**
 * One plan. Its button only leads to the sign-in page, which redirects signed-in users (rule session-guard): nothing is
 * sold here.
 */
export function PlanPanel({ plan }: PlanPanelProps) {
  const id = `retro-plan-${plan.id}`;
  return (
    <PixelCard
      as="section"
      className={styles.panel}
      aria-labelledby={id}
      data-highlighted={plan.highlighted || undefined}
    >
      {plan.highlighted && (
        <div className={styles.badge}>
          <PixelSprite frames={[STAR]} scale={2} />
          <p>{MESSAGES.plans.mostPopular}</p>
          <PixelSprite frames={[STAR]} scale={2} />
        </div>
      )}
      <div className={styles.window}>
        <PixelSprite frames={[PICTURES[plan.id]]} scale={4} />
      </div>
      <h2 id={id} className={styles.name}>
        {plan.name}
      </h2>
      <div className={styles.price}>
        <PixelSprite frames={[COIN]} scale={2} />
        <p>
          <strong>{plan.price}</strong> {plan.period}
        </p>
      </div>
      <ul className={styles.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <PixelSprite frames={[CHECK]} scale={2} className={styles.check} />
            {feature}
          </li>
        ))}
      </ul>
      <PixelLink to={PATHS.retroAuth} look={plan.highlighted ? 'primary' : 'quiet'} aria-describedby={id}>
        {plan.id === 'free' ? 'START FREE' : 'UPGRADE'}
      </PixelLink>
    </PixelCard>
  );
}
