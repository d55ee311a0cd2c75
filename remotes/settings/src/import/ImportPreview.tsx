import { IMPORT_MESSAGES, dayLabel, type DayKey } from '@space/domain';
import { ItemList } from './ItemList.tsx';
import styles from './ImportDialog.module.css';
import { countTasks } from './countTasks.ts';
import { useImport } from './useImport.ts';

/** So few tasks are shown at once. */
const FEW = 10;

const dateOf = (day: DayKey): string => `${dayLabel(day)}, ${day.slice(0, 4)}`;

/** What would come of a file, and what not. Nothing is added yet. */
export function ImportPreview() {
  const reading = useImport((state) => state.reading);
  const plan = useImport((state) => state.plan);
  const isUndatedToday = useImport((state) => state.isUndatedToday);
  const setUndatedToday = useImport((state) => state.setUndatedToday);
  if (!reading || !plan) return null;
  const { toAdd, here, undated, leftOut } = plan;
  const losses = [...reading.losses];

  return (
    <>
      <p role="status">
        {toAdd.length === 0 ? 'Nothing to add' : `${countTasks(toAdd.length)} to add`} from {reading.source}.
        {here > 0 && ` ${countTasks(here)} of it ${here === 1 ? 'is' : 'are'} here already.`}
      </p>
      <ItemList
        summary={`To add (${toAdd.length})`}
        isOpen={toAdd.length <= FEW}
        items={toAdd.map(({ emoji, title, task_date }) => ({ emoji, title, about: dateOf(task_date) }))}
      />
      {undated > 0 && (
        <label className={styles.choice}>
          <input type="checkbox" checked={isUndatedToday} onChange={() => setUndatedToday(!isUndatedToday)} />
          <span>Put {countTasks(undated)} without a day on today</span>
        </label>
      )}
      <ItemList
        summary={`Left out (${leftOut.length})`}
        isOpen={leftOut.length <= FEW}
        items={leftOut.map(({ title, reason }) => ({ title, about: reason }))}
      />
      {losses.length > 0 && (
        <div>
          <p>What the tasks leave behind:</p>
          <ul className={styles.losses}>
            {losses.map(([loss, count]) => (
              <li key={loss}>
                {IMPORT_MESSAGES.losses[loss]} ({count})
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
