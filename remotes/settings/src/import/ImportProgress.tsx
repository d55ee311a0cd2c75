import { IMPORT_MESSAGES, PATHS, countAdded, weekStartOf, withReason, type NewTask } from '@space/domain';
import { useToday } from '@space/platform';
import { ButtonLink, Notice } from '@space/ui';
import { ItemList } from './ItemList.tsx';
import styles from './ImportDialog.module.css';
import { useImport } from './useImport.ts';

/** The earliest day of a task from today on; if there is none, the latest day before today. */
function dayToShow(tasks: readonly NewTask[], today: string) {
  const days = tasks.map(({ task_date }) => task_date).sort();
  return days.find((day) => day >= today) ?? days.at(-1);
}

/** The progress of an import, and its result. */
export function ImportProgress() {
  const phase = useImport((state) => state.phase);
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
      {phase !== 'done' && (
        <div className={styles.progress}>
          <progress aria-label="Tasks added" value={done} max={count} />
          <span>{`${done} of ${count}`}</span>
        </div>
      )}
      {isPausing && <p role="status">{IMPORT_MESSAGES.waiting}</p>}
      {phase === 'stopped' && (
        <Notice tone="danger" role="alert">
          <p>{withReason(IMPORT_MESSAGES.stopped(added, count), reason)}</p>
        </Notice>
      )}
      {phase === 'done' && (
        <Notice tone={refused.length === 0 ? 'success' : 'danger'} role="status">
          <p>{refused.length === 0 ? countAdded(added) : IMPORT_MESSAGES.partly(added, count)}</p>
        </Notice>
      )}
      <ItemList
        summary={`Refused (${refused.length})`}
        isOpen
        items={refused.map(({ title, reason }) => ({ title, detail: reason }))}
      />
      {phase === 'done' && added > 0 && day && (
        <p>
          <ButtonLink to={`${PATHS.dashboard}?week=${weekStartOf(day)}`}>Show the week</ButtonLink>
        </p>
      )}
    </>
  );
}
