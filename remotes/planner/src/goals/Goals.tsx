import { useId } from 'react';
import { MESSAGES } from '@space/domain';
import type { IconName } from '@space/ui';
import { useBoard } from '../board/board.ts';
import { GoalCardPanel } from './GoalCardPanel.tsx';
import { GoalHint } from './GoalHint.tsx';
import styles from './Goals.module.css';
import { useGoalCards } from './goalsStore.ts';

/** In the order of the cards. */
const SIGNS = ['star', 'rocket', 'planet', 'sparkle', 'bulb'] as const satisfies readonly IconName[];

/**
 * 'Goals & Priorities': what the week is for. Its first tasks decide how far down that is, so the goals are seen with them,
 * or when they are long in coming: what a person reaches for seldom jumps away.
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
          <GoalCardPanel key={card.id} card={card} icon={SIGNS[index % SIGNS.length] ?? 'star'} />
        ))}
        <GoalHint />
      </div>
    </section>
  );
}
