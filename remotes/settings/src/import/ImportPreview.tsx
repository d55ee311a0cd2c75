import { IMPORT_MESSAGES, dayLabel, type DayKey } from '@space/domain';
import { ItemList } from './ItemList.tsx';
import styles from './ImportDialog.module.css';
import { countTasks } from './countTasks.ts';
import { useImport } from './useImport.ts';

/** Longer lists are closed at first. */
const MAX_OPEN = 10;

const dateOf = (day: DayKey): string => `${dayLabel(day)}, ${day.slice(0, 4)}`;

/** Shows which tasks of a file would be added and which are left out. Nothing is added yet. */
export function ImportPreview() {
  const parsed = useImport((state) => state.parsed);
  const plan = useImport((state) => state.plan);
  const isUndatedToday = useImport((state) => state.isUndatedToday);
  const setUndatedToday = useImport((state) => state.setUndatedToday);
  if (!parsed || !plan) return null;
  const { toAdd, present, undated, leftOut } = plan;
  const losses = [...parsed.losses];

  return (
    <>
      <p role="status">
        <span>{`${toAdd.length === 0 ? 'Nothing' : countTasks(toAdd.length)} to add from ${parsed.source}.`}</span>
        {present > 0 && (
          <span>{` ${countTasks(present)} of it ${present === 1 ? 'is' : 'are'} here already.`}</span>
        )}
      </p>
      <ItemList
        summary={`To add (${toAdd.length})`}
        isOpen={toAdd.length <= MAX_OPEN}
        items={toAdd.map(({ emoji, title, task_date }) => ({ emoji, title, detail: dateOf(task_date) }))}
      />
      {undated > 0 && (
        <label className={styles.choice}>
          <input type="checkbox" checked={isUndatedToday} onChange={() => setUndatedToday(!isUndatedToday)} />
          <span>{`Put ${countTasks(undated)} without a day on today`}</span>
        </label>
      )}
      <ItemList
        summary={`Left out (${leftOut.length})`}
        isOpen={leftOut.length <= MAX_OPEN}
        items={leftOut.map(({ title, reason }) => ({ title, detail: reason }))}
      />
      {losses.length > 0 && (
        <div>
          <p>What the tasks leave behind:</p>
          <ul className={styles.losses}>
            {losses.map(([loss, count]) => (
              <li key={loss}>{`${IMPORT_MESSAGES.losses[loss]} (${count})`}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
