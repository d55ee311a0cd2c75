import { memo, useId } from 'react';
import type { Outcome } from '@space/domain';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { Icon, type IconName } from '@space/ui';
import { AddButton } from '../parts/AddButton.tsx';
import { GoalItemRow } from './GoalItemRow.tsx';
import { GoalTitle } from './GoalTitle.tsx';
import styles from './GoalCardPanel.module.css';
import { goals, type GoalCard } from './goalsStore.ts';

interface GoalCardPanelProps {
  card: GoalCard;
  /** The card's icon: it tells the five cards apart at a glance, whatever their titles are. */
  icon: IconName;
}

export const GoalCardPanel = memo(function GoalCardPanel({ card, icon }: GoalCardPanelProps) {
  const { isOpen, openerRef, open, close } = useDisclosure();
  const headingId = useId();

  function add(title: string): Outcome {
    goals.getState().addItem(card.id, title);
    return { ok: true };
  }

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <span className={styles.sign} data-print="off">
          <Icon name={icon} />
        </span>
        <GoalTitle card={card} headingId={headingId} />
      </div>
      {card.items.length > 0 && (
        <ul className={styles.items} aria-labelledby={headingId}>
          {card.items.map((item) => (
            <GoalItemRow key={item.id} cardId={card.id} item={item} />
          ))}
        </ul>
      )}
      {isOpen ? (
        <LineEditor
          label="New item"
          placeholder="Enter item..."
          save={(title) => Promise.resolve(add(title))}
          next={add}
          close={close}
        />
      ) : (
        <AddButton ref={openerRef} label="Add item" headingId={headingId} onClick={open} />
      )}
    </section>
  );
});
