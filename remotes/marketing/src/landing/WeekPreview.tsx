import { useToday } from '@space/platform';
import { Icon, VisuallyHidden } from '@space/ui';
import { Section } from './Section.tsx';
import { sampleWeek } from './sample.ts';
import styles from './WeekPreview.module.css';

/** A sample week with the dates of the one we are in. A picture made of text: nothing in it can be pressed. */
export function WeekPreview() {
  const today = useToday();
  return (
    <Section title="Your whole week, one look" text="A sample of this week, from Monday to Sunday.">
      <ol className={styles.week}>
        {sampleWeek(today).map(({ day, name, label, isToday, tasks }) => (
          <li key={day} className={styles.day} aria-current={isToday ? 'date' : undefined}>
            <h3 className={styles.name}>
              {name} <span className={styles.date}>{label}</span>
            </h3>
            <ul className={styles.tasks}>
              {tasks.map(({ title, emoji, isStarred, isCompleted }) => (
                <li key={title} className={styles.task} data-starred={isStarred}>
                  <span aria-hidden="true">{emoji}</span>
                  {isCompleted ? <s>{title}</s> : <span>{title}</span>}
                  {isStarred && (
                    <span className={styles.star}>
                      <Icon name="star" size={14} isFilled />
                      <VisuallyHidden>Starred</VisuallyHidden>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}
