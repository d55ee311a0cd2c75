import { useKnownToday } from '@space/platform';
import { Icon, VisuallyHidden } from '@space/ui';
import { SnapRow } from '../frame/SnapRow.tsx';
import { type SampleDay, type SampleTask, sampleWeek } from './sample.ts';
import styles from './WeekPreview.module.css';

function SampleTaskRow({ task: { emoji, title, isStarred, isCompleted } }: { task: SampleTask }) {
  return (
    <li
      className={styles.task}
      data-starred={isStarred || undefined}
      data-completed={isCompleted || undefined}
    >
      <span className={styles.box}>{isCompleted && <Icon name="check" size={11} />}</span>
      <span className={styles.title}>
        {isCompleted && <VisuallyHidden>Done: </VisuallyHidden>}
        {isCompleted ? <s>{title}</s> : <span>{title}</span>}
        {/* Non-breaking: the emoji stays with the last word. */}
        <span aria-hidden="true">{`\u00a0${emoji}`}</span>
      </span>
      {isStarred && (
        <span className={styles.star}>
          <Icon name="star" size={14} isFilled />
          <VisuallyHidden>Starred</VisuallyHidden>
        </span>
      )}
    </li>
  );
}

function SampleDayCard({ day: { name, label, isToday, tasks } }: { day: SampleDay }) {
  return (
    <li className={styles.day} aria-current={isToday ? 'date' : undefined}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          {name} <span className={styles.date}>{label}</span>
        </h3>
        {isToday && <span className={styles.today}>Today</span>}
      </div>
      <ul className={styles.tasks}>
        {tasks.map((task) => (
          <SampleTaskRow key={task.title} task={task} />
        ))}
      </ul>
    </li>
  );
}

/** The product, in a window frame: a sample week with the dates of the current week, once they are known. */
export function WeekPreview() {
  const today = useKnownToday();
  return (
    <section className={styles.window} aria-labelledby="sample-week">
      <div className={styles.bar}>
        <span className={styles.dots} aria-hidden="true" />
        <h2 id="sample-week">Your whole week, one look</h2>
        <p>A sample of this week, from Monday to Sunday.</p>
      </div>
      <SnapRow label="The days of the sample week">
        <ol className={styles.week}>
          {sampleWeek(today).map((day) => (
            <SampleDayCard key={day.name} day={day} />
          ))}
        </ol>
      </SnapRow>
    </section>
  );
}
