import { weekdayName } from '@space/domain';
import type { SlotData } from '@space/platform';
import { Button } from '@space/ui';
import styles from './SampleAside.module.css';

/** What this part of the site puts below the week of the dashboard. */
export function SampleAside({ week, onOpenDay }: SlotData['planner.aside']) {
  return (
    <div className={styles.aside}>
      <h2 className={styles.title}>Sample</h2>
      <p className={styles.text}>Made by one team, shown on the page of another. Go to a day of this week:</p>
      <div className={styles.days}>
        {week.map((day) => (
          <Button key={day} onClick={() => onOpenDay(day)}>
            {weekdayName(day)}
          </Button>
        ))}
      </div>
    </div>
  );
}
