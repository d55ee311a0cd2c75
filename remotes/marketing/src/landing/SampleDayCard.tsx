import { SampleTaskRow } from './SampleTaskRow.tsx';
import type { SampleDay } from './sample.ts';
import styles from './SampleDayCard.module.css';

interface SampleDayCardProps {
  day: SampleDay;
}

/** One day of the sample week, as the planner shows it. */
export function SampleDayCard({ day: { name, label, isToday, tasks } }: SampleDayCardProps) {
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
