import { useId, useState } from 'react';
import { MESSAGES } from '@space/domain';
import { Icon, IconButton, readChoice, storeChoice } from '@space/ui';
import { useBoard } from '../board/board.ts';
import { GoalCardPanel } from './GoalCard.tsx';
import styles from './goals.module.css';
import { useGoalCards } from './goalsStore.ts';

/**
 * 'Goals & Priorities', below the week. The week's first tasks decide its position, so it appears with them, or if they
 * take long: a control that a person reaches for should not jump away.
 */
export function Goals() {
  const cards = useGoalCards();
  const headingId = useId();
  const isSettled = useBoard(({ readAt }) => Object.keys(readAt).length > 0);
  return (
    <section className={styles.goals} aria-labelledby={headingId} data-goals data-settled={isSettled}>
      <h2 id={headingId} className={styles.heading}>
        Goals &amp; Priorities
      </h2>
      <div className={styles.cards}>
        {cards.map((card) => (
          <GoalCardPanel key={card.id} card={card} />
        ))}
      </div>
      <GoalHint />
    </section>
  );
}

const DISMISSED = 'goalTooltipDismissed';

/** Explains how goals work, until it is dismissed, and says that they are not kept. */
function GoalHint() {
  const [isDismissed, setIsDismissed] = useState(() => readChoice(DISMISSED) === 'true');
  const titleId = useId();

  function handleDismiss() {
    storeChoice(DISMISSED, 'true');
    // The focused button goes with the hint: the focus moves to the button that the hint explains.
    document.querySelector<HTMLElement>('[data-goals] [data-action="add"]')?.focus({ preventScroll: true });
    setIsDismissed(true);
  }

  const notKept = <p data-print="off">{MESSAGES.goals.notKept}</p>;
  if (isDismissed) return <div className={styles.note}>{notKept}</div>;
  return (
    <aside className={styles.hint} data-print="off" aria-labelledby={titleId}>
      <Icon name="bulb" size={22} />
      <div className={styles.note}>
        <h3 id={titleId} className={styles.hintTitle}>
          {MESSAGES.goals.hintTitle}
        </h3>
        <p>
          Click &lsquo;Add item&rsquo; in any card. Card titles can be renamed: click a title to change it.
        </p>
        {notKept}
      </div>
      <IconButton icon="close" label="Dismiss hint" onClick={handleDismiss} />
    </aside>
  );
}
