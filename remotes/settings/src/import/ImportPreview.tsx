import { useId } from 'react';
import { IMPORT_MESSAGES, dayLabel, type DayKey } from '@space/domain';
import styles from './import.module.css';
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
  if (!parsed || !plan) return null;
  const { toAdd, present, undated, earlier, fromThisWeek, leftOut, losses } = plan;
  const { openDate } = parsed;

  return (
    <>
      <p role="status">
        <span>{`${toAdd.length === 0 ? 'Nothing' : countTasks(toAdd.length)} to add from ${parsed.source}.`}</span>
        {present > 0 && (
          <span>{` ${countTasks(present)} of it ${present === 1 ? 'is' : 'are'} here already.`}</span>
        )}
      </p>
      {openDate && (
        <Choice
          question={IMPORT_MESSAGES.whichOrder(openDate.text)}
          answers={[
            IMPORT_MESSAGES.dayFirst(dateOf(openDate.dayFirst)),
            IMPORT_MESSAGES.monthFirst(dateOf(openDate.monthFirst)),
          ]}
          isSecond={choices.isMonthFirst}
          onChoose={(isMonthFirst) => choose({ isMonthFirst })}
        />
      )}
      {earlier > 0 && (
        <Choice
          question={IMPORT_MESSAGES.whichDays}
          answers={[
            IMPORT_MESSAGES.fromThisWeek(fromThisWeek),
            IMPORT_MESSAGES.everything(fromThisWeek + earlier),
          ]}
          isSecond={plan.isEverything}
          onChoose={(isEverything) => choose({ isEverything })}
        />
      )}
      <ItemList
        summary={`To add (${toAdd.length})`}
        isOpen={toAdd.length <= MAX_OPEN}
        items={toAdd.map(({ emoji, title, task_date }) => ({ emoji, title, detail: dateOf(task_date) }))}
      />
      {undated > 0 && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={choices.isUndatedToday}
            onChange={() => choose({ isUndatedToday: !choices.isUndatedToday })}
          />
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

interface ChoiceProps {
  question: string;
  answers: readonly [string, string];
  isSecond: boolean;
  onChoose: (isSecond: boolean) => void;
}

/** A question with two answers. */
function Choice({ question, answers, isSecond, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.question}>
      <legend>{question}</legend>
      {answers.map((text, index) => (
        <label key={text} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={isSecond === (index === 1)}
            onChange={() => onChoose(index === 1)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ItemListProps {
  summary: string;
  /** Tasks, each with its day, or why it is left out or refused. */
  items: readonly { emoji?: string | null; title: string; detail: string }[];
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
        {items.slice(0, MAX_SHOWN).map(({ emoji, title, detail }, index) => (
          // The order of the list never changes, and two tasks can have the same texts.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span dir="auto">{`${emoji ?? ''} ${shorten(title) || 'Without a title'}`}</span>
            <span className={styles.small}>{shorten(detail)}</span>
          </li>
        ))}
      </ul>
      {items.length > MAX_SHOWN && <p>{`And ${items.length - MAX_SHOWN} more.`}</p>}
    </details>
  );
}
