import { useId } from 'react';
import { IMPORT_MESSAGES, dayLabel, type DayKey } from '@space/domain';
import { Choice } from '../Choice.tsx';
import styles from '../settings.module.css';
import { choose, useImport } from './importStore.ts';

/** Longer lists are closed at first. */
const MAX_OPEN = 10;
/** Longer lists and texts are cut: they would be slow to render, and no one would read them. */
const MAX_SHOWN = 100;
const MAX_CHARACTERS = 200;

const dateOf = (day: DayKey): string => `${dayLabel(day)}, ${day.slice(0, 4)}`;

/** '1 task', '12 tasks'. */
export const countTasks = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`);

/** Shows which tasks of a file would be added and which are left out, with the user's choices. Nothing is added yet. */
export function ImportPreview() {
  const { parsed, plan, choices } = useImport();
  const name = useId();
  if (!parsed || !plan) return null;
  const { toAdd, present, undated, earlier, fromThisWeek, isEverything, leftOut, losses } = plan;
  const { openDate } = parsed;

  /** A question with two answers. */
  const question = (
    text: string,
    answers: readonly string[],
    isSecond: boolean,
    onChoose: (isSecond: boolean) => void,
  ) => (
    <fieldset className={styles.question}>
      <legend>{text}</legend>
      {answers.map((answer, index) => (
        <Choice
          key={answer}
          type="radio"
          name={name + text}
          checked={isSecond === (index === 1)}
          onChange={() => onChoose(index === 1)}
        >
          {answer}
        </Choice>
      ))}
    </fieldset>
  );

  return (
    <>
      <p role="status">
        {`${toAdd.length === 0 ? 'Nothing' : countTasks(toAdd.length)} to add from ${parsed.source}.`}
        {present > 0 && ` ${countTasks(present)} of it ${present === 1 ? 'is' : 'are'} here already.`}
      </p>
      {openDate &&
        question(
          IMPORT_MESSAGES.whichOrder(openDate.text),
          [
            IMPORT_MESSAGES.dayFirst(dateOf(openDate.dayFirst)),
            IMPORT_MESSAGES.monthFirst(dateOf(openDate.monthFirst)),
          ],
          choices.isMonthFirst,
          (isMonthFirst) => choose({ isMonthFirst }),
        )}
      {earlier > 0 &&
        question(
          IMPORT_MESSAGES.whichDays,
          [IMPORT_MESSAGES.fromThisWeek(fromThisWeek), IMPORT_MESSAGES.everything(fromThisWeek + earlier)],
          isEverything,
          (chosen) => choose({ isEverything: chosen }),
        )}
      <ItemList
        summary={`To add (${toAdd.length})`}
        isOpen={toAdd.length <= MAX_OPEN}
        items={toAdd.map(({ emoji, title, task_date }) => ({ emoji, title, reason: dateOf(task_date) }))}
      />
      {undated > 0 && (
        <Choice
          type="checkbox"
          checked={choices.isUndatedToday}
          onChange={() => choose({ isUndatedToday: !choices.isUndatedToday })}
        >
          {`Put ${countTasks(undated)} without a day on today`}
        </Choice>
      )}
      <ItemList
        summary={`Left out (${leftOut.length})`}
        isOpen={leftOut.length <= MAX_OPEN}
        items={leftOut}
      />
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

interface ItemListProps {
  summary: string;
  /** Tasks, each with why it is left out or refused, or with its day. */
  items: readonly { emoji?: string | null; title: string; reason: string }[];
  isOpen: boolean;
}

const shorten = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;

/** A collapsible list of tasks. */
export function ItemList({ summary, items, isOpen }: ItemListProps) {
  if (items.length === 0) return null;
  return (
    <details className={styles.details} open={isOpen}>
      <summary>{summary}</summary>
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
