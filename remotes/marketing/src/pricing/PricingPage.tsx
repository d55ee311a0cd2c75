import { PLANS } from '@space/domain';
import { MarketingFrame } from '../frame/MarketingFrame.tsx';
import { PlanCard } from './PlanCard.tsx';
import { Questions } from './Questions.tsx';
import styles from './PricingPage.module.css';

export function PricingPage() {
  return (
    <MarketingFrame>
      <div className={styles.heading}>
        <h1>Pricing</h1>
        <p>Start free, and stay free for as long as you like.</p>
      </div>
      <div className={styles.plans}>
        {PLANS.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
      <p className={styles.note}>
        Nothing is charged. Whichever plan you choose, its button leads to the free sign-up, or to your week
        if you are signed in.
      </p>
      <Questions />
    </MarketingFrame>
  );
}
