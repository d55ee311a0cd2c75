import { IMPORT_MESSAGES, PATHS, countAdded, weekStartOf, withReason, type NewTask } from '@space/domain';
import { useToday } from '@space/platform';
import { ButtonLink, Notice } from '@space/ui';
import { ItemList } from './ItemList.tsx';
import styles from './ImportDialog.module.css';
import { useImport } from './useImport.ts';

/** The first day from today on, or the last before it. */
function dayToShow(tasks: readonly NewTask[], today: string) {
  const days = tasks.map(({ task_date }) => task_date).sort();
  return days.find((day) => day >= today) ?? days.at(-1);
}

/** How far the import is, and how it went. */
export function ImportProgress() {
  const at = useImport((state) => state.at);
  const plan = useImport((state) => state.plan);
  const added = useImport((state) => state.added);
  const refused = useImport((state) => state.refused);
  const isPausing = useImport((state) => state.isPausing);
  const reason = useImport((state) => state.reason);
  const today = useToday();
  const count = plan?.toAdd.length ?? 0;
  const done = added + refused.length;
  const day = dayToShow(plan?.toAdd ?? [], today);

  return (
    <>
      {at !== 'done' && (
        <div className={styles.progress}>
          <progress aria-label="Tasks added" value={done} max={count} />
          <span>
            {done} of {count}
          </span>
        </div>
      )}
      {isPausing && <p role="status">{IMPORT_MESSAGES.waiting}</p>}
      {at === 'stopped' && (
        <Notice tone="danger" role="alert">
          <p>{withReason(IMPORT_MESSAGES.stopped(added, count), reason)}</p>
        </Notice>
      )}
      {at === 'done' && (
        <Notice tone={refused.length === 0 ? 'success' : 'danger'} role="status">
          <p>{refused.length === 0 ? countAdded(added) : IMPORT_MESSAGES.partly(added, count)}</p>
        </Notice>
      )}
      <ItemList
        summary={`Refused (${refused.length})`}
        isOpen
        items={refused.map(({ title, reason }) => ({ title, about: reason }))}
      />
      {at === 'done' && added > 0 && day && (
        <p>
          <ButtonLink to={`${PATHS.dashboard}?week=${weekStartOf(day)}`}>Show the week</ButtonLink>
        </p>
      )}
    </>
  );
}
