import { useKnownToday } from '@space/platform';
import { SnapRow } from '../frame/SnapRow.tsx';
import { SampleDayCard } from './SampleDayCard.tsx';
import { sampleWeek } from './sample.ts';
import styles from './WeekPreview.module.css';

/**
 * The product, in a window frame: a sample week with the dates of the current week, once they are known. It is not
 * interactive.
 */
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
