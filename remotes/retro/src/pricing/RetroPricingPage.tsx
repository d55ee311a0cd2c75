import { PATHS, PLANS } from '@space/domain';
import { PixelSprite } from '@space/ui';
import { RetroFrame } from '../frame/RetroFrame.tsx';
import { RetroHeader } from '../frame/RetroHeader.tsx';
import { PixelCard } from '../parts/PixelCard.tsx';
import { PixelLink } from '../parts/PixelLink.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { DOG_PORTRAIT } from '../sprites/dogPortrait.ts';
import styles from './RetroPricingPage.module.css';
import { QUESTIONS } from './questions.ts';

export function RetroPricingPage() {
  const header = (
    <RetroHeader>
      <PixelLink to={PATHS.retro}>BACK</PixelLink>
    </RetroHeader>
  );
  return (
    <RetroFrame header={header}>
      <div className={styles.page}>
        <h1 className={styles.title}>Choose your plan</h1>
        <div className={styles.plans}>
          {PLANS.map((plan) => (
            <PlanPanel key={plan.id} plan={plan} />
          ))}
        </div>
        <h2 className={styles.faq}>FAQ</h2>
        <dl className={styles.questions}>
          {QUESTIONS.map(({ question, answer }) => (
            <PixelCard key={question}>
              <dt>{question}</dt>
              <dd>
                <PixelSprite frames={[DOG_PORTRAIT]} scale={4} className={styles.portrait} />
                {answer}
              </dd>
            </PixelCard>
          ))}
        </dl>
      </div>
    </RetroFrame>
  );
}
