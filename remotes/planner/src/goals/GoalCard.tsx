import { memo, useId } from 'react';
import { Icon, IconButton } from '@space/ui';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { AddButton } from '../parts/AddButton.tsx';
import { Tick, passFocusOn } from '../parts/row.tsx';
import styles from './goals.module.css';
import { addItem, removeItem, renameCard, toggleItem, type GoalCard, type GoalItem } from './goalsStore.ts';

export const GoalCardPanel = memo(function GoalCardPanel({ card }: { card: GoalCard }) {
  const { isOpen: isNaming, openerRef: nameRef, open: name, close: endNaming } = useDisclosure();
  const { isOpen, openerRef, open, close } = useDisclosure();
  const headingId = useId();

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.cardHead}>
        <span className={styles.sign} data-print="off">
          <Icon name={card.icon} />
        </span>
        <div className={styles.title}>
          {/* The heading stays while its button is a field. */}
          <h3 id={headingId} className={styles.cardHeading} hidden={isNaming}>
            <button
              ref={nameRef}
              type="button"
              className={styles.rename}
              title="Edit card title"
              onClick={name}
            >
              <span dir="auto">{card.title}</span>
              <Icon name="pencil" size={14} />
            </button>
          </h3>
          {isNaming && (
            <LineEditor
              label="Card title"
              initial={card.title}
              save={async (text) => renameCard(card.id, text)}
              close={endNaming}
            />
          )}
        </div>
      </div>
      {card.items.length > 0 && (
        <ul aria-labelledby={headingId}>
          {card.items.map((item) => (
            <GoalItemRow key={item.id} cardId={card.id} item={item} />
          ))}
        </ul>
      )}
      {isOpen ? (
        <LineEditor
          label="New item"
          placeholder="Enter item..."
          save={async (title) => addItem(card.id, title)}
          next={(title) => addItem(card.id, title)}
          close={close}
        />
      ) : (
        <AddButton ref={openerRef} label="Add item" headingId={headingId} onClick={open} />
      )}
    </section>
  );
});

function GoalItemRow({ cardId, item }: { cardId: string; item: GoalItem }) {
  const id = useId();
  return (
    <li ref={passFocusOn} className={styles.item} data-completed={item.completed || undefined}>
      <Tick
        id={id}
        title={item.title}
        className={styles.itemTitle}
        isChecked={item.completed}
        onToggle={() => toggleItem(cardId, item.id)}
      />
      <IconButton
        icon="close"
        label="Delete item"
        tone="danger"
        data-action="delete"
        aria-describedby={`${id}-title`}
        onClick={() => removeItem(cardId, item.id)}
      />
    </li>
  );
}
