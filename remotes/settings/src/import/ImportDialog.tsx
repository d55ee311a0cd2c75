import { useStore } from 'zustand';
import {
  IMPORT_MESSAGES,
  MESSAGES,
  PATHS,
  countAdded,
  dayLabel,
  weekStartOf,
  withReason,
  type DayKey,
} from '@space/domain';
import { useToday } from '@space/platform';
import { Button, ButtonLink, Dialog, DialogActions, Notice } from '@space/ui';
import { Choice } from '../Choice.tsx';
import styles from '../settings.module.css';
import type { Import } from './importStore.ts';

export { createImport, type Import } from './importStore.ts';

/** Longer lists are closed at first. */
const MAX_OPEN = 10;
/** Longer lists and texts are cut: they would be slow to render, and no one would read them. */
const MAX_SHOWN = 100;
const MAX_CHARACTERS = 200;

const dateOf = (day: DayKey): string => `${dayLabel(day)}, ${day.slice(0, 4)}`;
const shorten = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
/** '1 task', '12 tasks'. */
const countTasks = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`);

const focus = (button: HTMLButtonElement | null) => button?.focus();

export function ImportDialog({ job }: { job: Import }) {
  const { phase, canRetry, plan } = useStore(job.store);
  const isSending = phase === 'sending';
  const count = plan?.toAdd.length ?? 0;

  if (phase === 'closed') return null;
  return (
    <Dialog title="Import tasks" isBusy={isSending} onClose={job.close}>
      <p className={styles.muted}>{job.fileName}</p>
      {phase === 'reading' && <p role="status">Reading the file…</p>}
      {phase === 'preview' ? <ImportPreview job={job} /> : <ImportProgress job={job} />}
      <DialogActions>
        {/* The button that started the import is gone at the end, and the focus moves to Close. */}
        <Button ref={phase === 'done' ? focus : null} onClick={isSending ? job.stop : job.close}>
          {isSending ? 'Stop' : phase === 'reading' || phase === 'preview' ? 'Cancel' : 'Close'}
        </Button>
        {canRetry && <Button onClick={() => void job.read()}>{MESSAGES.remotes.retry}</Button>}
        {count > 0 && phase !== 'done' && (
          <Button look="primary" isBusy={isSending} onClick={job.start}>
            {isSending ? 'Importing…' : phase === 'stopped' ? 'Go on' : `Import ${countTasks(count)}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Shows which tasks of a file would be added and which are left out, with the user's choices. Nothing is added yet. */
function ImportPreview({ job }: { job: Import }) {
  const { plan, choices } = useStore(job.store);
  if (!plan) return null;
  const { source, openDate, toAdd, present, undated, earlier, fromThisWeek, leftOut, losses } = plan;
  const { whichOrder, dayFirst, monthFirst, whichDays, ...textOf } = IMPORT_MESSAGES;
  const items = toAdd.map(({ task_date, ...task }) => ({ ...task, reason: dateOf(task_date) }));
  const questions = [
    openDate && {
      name: 'isMonthFirst',
      text: whichOrder(openDate.text),
      answers: [dayFirst(dateOf(openDate.dayFirst)), monthFirst(dateOf(openDate.monthFirst))],
      isSecond: choices.isMonthFirst,
    },
    earlier > 0 && {
      name: 'isEverything',
      text: whichDays,
      answers: [textOf.fromThisWeek(fromThisWeek), textOf.everything(fromThisWeek + earlier)],
      isSecond: plan.isEverything,
    },
  ].filter((question) => typeof question === 'object');
  return (
    <>
      <p role="status">
        {`${toAdd.length === 0 ? 'Nothing' : countTasks(toAdd.length)} to add from ${source}.`}
        {present > 0 && ` ${countTasks(present)} of it ${present === 1 ? 'is' : 'are'} here already.`}
      </p>
      {questions.map(({ name, text, answers, isSecond }) => (
        <div key={name} role="radiogroup" aria-labelledby={name}>
          <p id={name}>{text}</p>
          {answers.map((answer, index) => (
            <Choice
              key={answer}
              type="radio"
              name={name}
              checked={isSecond === (index === 1)}
              onChange={() => job.choose({ [name]: index === 1 })}
            >
              {answer}
            </Choice>
          ))}
        </div>
      ))}
      <ItemList summary="To add" items={items} isOpen={items.length <= MAX_OPEN} />
      {undated > 0 && (
        <Choice
          type="checkbox"
          checked={choices.isUndatedToday}
          onChange={() => job.choose({ isUndatedToday: !choices.isUndatedToday })}
        >
          {`Put ${countTasks(undated)} without a day on today`}
        </Choice>
      )}
      <ItemList summary="Left out" items={leftOut} isOpen={leftOut.length <= MAX_OPEN} />
      {losses.length > 0 && (
        <div>
          <p>What the tasks leave behind:</p>
          <ul className={styles.small}>
            {losses.map(([loss, count]) => (
              <li key={loss}>{`${IMPORT_MESSAGES.losses[loss]} (${count})`}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function ImportProgress({ job }: { job: Import }) {
  const { phase, plan, refused, isPausing, reason, ...state } = useStore(job.store);
  const added = state.added.length;
  const done = added + refused.length;
  const today = useToday();
  const count = plan?.toAdd.length ?? 0;
  const days = (plan?.toAdd ?? []).map(({ task_date }) => task_date).sort();
  // The earliest from today on; if there is none, the latest before.
  const day = days.find((each) => each >= today) ?? days.at(-1);

  return (
    <>
      {(phase === 'sending' || phase === 'stopped') && (
        <div className={styles.progress}>
          <progress aria-label="Tasks added" value={done} max={count} />
          <span>{`${done} of ${count}`}</span>
        </div>
      )}
      {phase === 'sending' && isPausing && <p role="status">{IMPORT_MESSAGES.waiting}</p>}
      {(phase === 'stopped' || phase === 'unreadable') && (
        <Notice tone="danger" role="alert">
          {phase === 'stopped' ? withReason(IMPORT_MESSAGES.stopped(added, count), reason) : reason}
        </Notice>
      )}
      {phase === 'done' && (
        <Notice tone={refused.length === 0 ? 'success' : 'danger'} role="status">
          {refused.length === 0 ? countAdded(added) : IMPORT_MESSAGES.partly(added, count)}
        </Notice>
      )}
      <ItemList summary="Refused" items={refused} isOpen />
      {phase === 'done' && added > 0 && day && (
        <p>
          <ButtonLink to={`${PATHS.dashboard}?week=${weekStartOf(day)}`}>Show the week</ButtonLink>
        </p>
      )}
    </>
  );
}

interface ItemListProps {
  summary: string;
  /** Tasks, each with why it is left out or refused, or with its day. */
  items: readonly { emoji?: string | null; title: string; reason: string }[];
  isOpen: boolean;
}

function ItemList({ summary, items, isOpen }: ItemListProps) {
  if (items.length === 0) return null;
  return (
    <details className={styles.details} open={isOpen}>
      <summary>{`${summary} (${items.length})`}</summary>
      <ul className={styles.list}>
        {items.slice(0, MAX_SHOWN).map(({ emoji, title, reason }, index) => (
          // The order of the list never changes, and two tasks can have the same texts.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span dir="auto">{`${emoji ?? ''} ${shorten(title) || 'Without a title'}`}</span>
            <span className={styles.small}>{shorten(reason)}</span>
          </li>
        ))}
      </ul>
      {items.length > MAX_SHOWN && <p>{`And ${items.length - MAX_SHOWN} more.`}</p>}
    </details>
  );
}
