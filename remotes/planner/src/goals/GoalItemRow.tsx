import { useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '@space/ui';
import { Checkbox } from '../check/Checkbox.tsx';
import { TitleLabel } from '../parts/TitleLabel.tsx';
import { moveFocusToNeighbour } from '../task/moveFocusToNeighbour.ts';
import styles from './GoalItemRow.module.css';
import { goals, type GoalItem } from './goalsStore.ts';

interface GoalItemRowProps {
  cardId: string;
  item: GoalItem;
}

export function GoalItemRow({ cardId, item }: GoalItemRowProps) {
  const rowRef = useRef<HTMLLIElement>(null);
  const id = useId();
  const titleId = `${id}-title`;

  useLayoutEffect(() => {
    const row = rowRef.current;
    return () => {
      if (row) moveFocusToNeighbour(row);
    };
  }, []);

  return (
    <li ref={rowRef} className={styles.item} data-completed={item.completed || undefined}>
      <Checkbox
        id={`${id}-done`}
        data-action="toggle"
        isChecked={item.completed}
        onToggle={() => goals.getState().toggleItem(cardId, item.id)}
      />
      <TitleLabel id={titleId} htmlFor={`${id}-done`} className={styles.title} title={item.title} />
      <IconButton
        icon="close"
        label="Delete item"
        tone="danger"
        data-action="delete"
        aria-describedby={titleId}
        onClick={() => goals.getState().removeItem(cardId, item.id)}
      />
    </li>
  );
}
