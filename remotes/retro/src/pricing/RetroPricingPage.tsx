import { MESSAGES, PATHS, type Plan, PLANS } from '@space/domain';
import { PixelSprite, ROCKET, type Sprite } from '@space/ui';
import { RetroFrame } from '../frame/RetroFrame.tsx';
import { PixelCard, PixelLink } from '../parts/Pixel.tsx';
import { DOG_PORTRAIT } from '../sprites/dogPortrait.ts';
import { CHECK, STAR } from '../sprites/icons.ts';
import { COIN, CROWN, KENNEL } from '../sprites/scenery.ts';
import styles from './RetroPricingPage.module.css';

const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'Is the Free plan really free?',
    answer: 'Yes, $0 forever, and without a credit card. It turns into nothing else by itself.',
  },
  {
    question: 'Will I be charged when I press UPGRADE?',
    answer:
      'No. Nothing is sold here: the button leads to the sign-in, or straight to your week if you are signed in.',
  },
  {
    question: 'Do I need another account for retro mode?',
    answer:
      'No. It is the same account and the same tasks. What you plan in normal mode shows up here by itself.',
  },
  {
    question: 'Can I change tasks in retro mode?',
    answer:
      'Not here: this mode is for looking at the week. Press NORMAL MODE on the week’s screen to add, star, move or finish tasks.',
  },
  {
    question: 'What is the difference between Pro and Space Master?',
    answer:
      'The lists above say it: Space Master has everything in Pro and more besides, from integrations and API access to white-label. Neither is on sale, so every game is played on Free.',
  },
];

const PICTURES: Readonly<Record<Plan['id'], Sprite>> = { free: KENNEL, pro: ROCKET, 'space-master': CROWN };

/** One plan. Its button only leads to the sign-in page, which redirects signed-in users: nothing is sold here. */
function PlanPanel({ plan }: { plan: Plan }) {
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

export function RetroPricingPage() {
  return (
    <RetroFrame ways={<PixelLink to={PATHS.retro}>BACK</PixelLink>}>
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
