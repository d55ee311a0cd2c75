import type { ReactNode } from 'react';
import { MESSAGES } from '@space/domain';
import { Icon, VisuallyHidden } from '@space/ui';
import { toId } from '../frame/MarketingFrame.tsx';
import { SnapRow } from '../frame/SnapRow.tsx';
import { OrbitArt, TickArt, WeekArt } from './drawings.tsx';
import { SAMPLE_CARDS } from './sample.ts';
import styles from './Features.module.css';

interface SectionProps {
  title: string;
  text?: string;
  note?: string;
  isSplit?: boolean;
  children: ReactNode;
}

function Section({ title, text, note, isSplit = false, children }: SectionProps) {
  const id = toId(title);
  return (
    <section className={styles.section} aria-labelledby={id} data-split={isSplit || undefined}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {children}
    </section>
  );
}

export function GoalsPreview() {
  return (
    <Section
      title="Goals beside the days"
      text="Five cards keep in view what the week is for. Rename them, fill them, tick them off."
      note={MESSAGES.goals.notKept}
      isSplit
    >
      <div className={styles.goals}>
        <SnapRow label="The sample goal cards">
          <ul className={styles.cards}>
            {SAMPLE_CARDS.map(({ title, items }) => (
              <li key={title} className={styles.card}>
                <h3 className={styles.title}>{title}</h3>
                <ul className={styles.items}>
                  {items.map((item) => (
                    <li key={item.title} className={styles.item}>
                      <span className={styles.box} data-checked={item.isCompleted}>
                        {item.isCompleted && <Icon name="check" size={12} />}
                      </span>
                      {item.isCompleted && <VisuallyHidden>Done:</VisuallyHidden>}
                      {item.isCompleted ? <s>{item.title}</s> : <span>{item.title}</span>}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </SnapRow>
      </div>
    </Section>
  );
}

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
