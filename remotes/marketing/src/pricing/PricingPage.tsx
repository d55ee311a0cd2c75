import { MESSAGES, PATHS, type Plan, PLANS } from '@space/domain';
import { Badge, ButtonLink, Icon } from '@space/ui';
import { SIGN_UP_STATE } from '../frame/MarketingFrame.tsx';
import { TextPage } from '../frame/TextPage.tsx';
import styles from './PricingPage.module.css';

/** One plan. Its button only leads to the sign-in page, which redirects signed-in users: nothing is sold here. */
function PlanCard({ plan }: { plan: Plan }) {
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

const QUESTIONS = [
  {
    question: 'Do you need my credit card?',
    answer: 'No. An email address and a password are enough, and there is no place here to enter a card.',
  },
  {
    question: 'How long is Free free?',
    answer: 'Forever. It is $0, it does not end after some weeks, and it turns into nothing else by itself.',
  },
  {
    question: 'What is kept, and what is not?',
    answer:
      'Your tasks are kept in your account, and shown on every device you sign in on. Goal cards live in the open page and are cleared when you reload it or sign out.',
  },
] as const;

function Questions() {
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">Before you ask</h2>
      <dl>
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function PricingPage() {
  return (
    <TextPage title="Pricing" lead="Start free, and stay free for as long as you like." isCentred>
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
    </TextPage>
  );
}
