import { useId } from 'react';
import { IMPORT_MESSAGES, dayLabel, type DayKey } from '@space/domain';
import { ItemList } from './ItemList.tsx';
import styles from './ImportDialog.module.css';
import { countTasks } from './countTasks.ts';
import { useImport } from './useImport.ts';

/** Longer lists are closed at first. */
const MAX_OPEN = 10;

const dateOf = (day: DayKey): string => `${dayLabel(day)}, ${day.slice(0, 4)}`;

/** Shows which tasks of a file would be added and which are left out, with the user's choices. Nothing is added yet. */
export function ImportPreview() {
  const parsed = useImport((state) => state.parsed);
  const plan = useImport((state) => state.plan);
  const choices = useImport((state) => state.choices);
  const choose = useImport((state) => state.choose);
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
          answers={{
            day: IMPORT_MESSAGES.dayFirst(dateOf(openDate.dayFirst)),
            month: IMPORT_MESSAGES.monthFirst(dateOf(openDate.monthFirst)),
          }}
          chosen={choices.isMonthFirst ? 'month' : 'day'}
          onChoose={(first) => choose({ isMonthFirst: first === 'month' })}
        />
      )}
      {earlier > 0 && (
        <Choice
          question={IMPORT_MESSAGES.whichDays}
          answers={{
            week: IMPORT_MESSAGES.fromThisWeek(fromThisWeek),
            all: IMPORT_MESSAGES.everything(fromThisWeek + earlier),
          }}
          chosen={plan.isEverything ? 'all' : 'week'}
          onChoose={(days) => choose({ isEverything: days === 'all' })}
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

interface ChoiceProps {
  question: string;
  /** The texts of the answers, by their values. */
  answers: Readonly<Record<string, string>>;
  chosen: string;
  onChoose: (value: string) => void;
}

/** A question with one answer. */
function Choice({ question, answers, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.question}>
      <legend>{question}</legend>
      {Object.entries(answers).map(([value, text]) => (
        <label key={value} className={styles.choice}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
