import { useId } from 'react';
import { MESSAGES } from '@space/domain';
import type { IconName } from '@space/ui';
import { useBoard } from '../board/board.ts';
import { GoalCardPanel } from './GoalCardPanel.tsx';
import { GoalHint } from './GoalHint.tsx';
import styles from './Goals.module.css';
import { useGoalCards } from './goalsStore.ts';

/** The icons of the cards, in order. */
const ICONS = ['star', 'rocket', 'planet', 'sparkle', 'bulb'] as const satisfies readonly IconName[];

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
      <div className={styles.head}>
        <h2 id={headingId} className={styles.heading}>
          Goals &amp; Priorities
        </h2>
        <p className={styles.note} data-print="off">
          {MESSAGES.goals.notKept}
        </p>
      </div>
      <div className={styles.cards}>
        {cards.map((card, index) => (
          <GoalCardPanel key={card.id} card={card} icon={ICONS[index % ICONS.length] ?? 'star'} />
        ))}
        <GoalHint />
      </div>
    </section>
  );
}
