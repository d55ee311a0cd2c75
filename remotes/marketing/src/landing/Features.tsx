import { Icon } from '@space/ui';
import type { IconName } from '@space/ui';
import { Section } from './Section.tsx';
import styles from './Features.module.css';

const FEATURES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'calendar',
    title: 'Weekly Focus',
    text: 'Seven days, starting on Monday. You see what is on, what can wait, and where there is still room.',
  },
  {
    icon: 'check',
    title: 'Effortless Organization',
    text: 'Type a task and press Enter. Star what matters, pin what must stay in sight, move the rest to tomorrow.',
  },
  {
    icon: 'planet',
    title: 'Beautifully Simple',
    text: 'No projects to set up and no settings to learn. Open your week, plan it, and get on with it.',
  },
];

/** Three blurbs. */
export function Features() {
  return (
    <Section title="Made for the week you have">
      <ul className={styles.features}>
        {FEATURES.map(({ icon, title, text }) => (
          <li key={title} className={styles.feature}>
            <span className={styles.icon}>
              <Icon name={icon} size={22} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
