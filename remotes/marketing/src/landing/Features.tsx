import type { ReactNode } from 'react';
import { Section } from './Section.tsx';
import { OrbitArt } from './art/OrbitArt.tsx';
import { TickArt } from './art/TickArt.tsx';
import { WeekArt } from './art/WeekArt.tsx';
import styles from './Features.module.css';

const FEATURES: readonly { title: string; text: string; art: ReactNode }[] = [
  {
    title: 'Weekly Focus',
    text: 'Seven days, starting on Monday. See what is on, what can wait, and where there is still room.',
    art: <WeekArt />,
  },
  {
    title: 'Effortless Organization',
    text: 'Type a task, press Enter. Star what matters, pin what must stay in sight, move the rest to tomorrow.',
    art: <TickArt />,
  },
  {
    title: 'Beautifully Simple',
    text: 'No projects to set up, no labels to learn. Open your week, plan it, and get on with living it.',
    art: <OrbitArt />,
  },
];

export function Features() {
  return (
    <Section title="Made for the week you have">
      <ul className={styles.features}>
        {FEATURES.map(({ title, text, art }) => (
          <li key={title} className={styles.feature}>
            {art}
            <div className={styles.words}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
