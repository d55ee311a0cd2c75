import { memo, useId } from 'react';
import { Icon, IconButton } from '@space/ui';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { AddButton } from '../parts/AddButton.tsx';
import { Checkbox, TitleLabel, passFocusOn } from '../parts/row.tsx';
import styles from './goals.module.css';
import { addItem, removeItem, renameCard, toggleItem, type GoalCard, type GoalItem } from './goalsStore.ts';

export const GoalCardPanel = memo(function GoalCardPanel({ card }: { card: GoalCard }) {
  const { isOpen, openerRef, open, close } = useDisclosure();
  const headingId = useId();

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.cardHead}>
        <span className={styles.sign} data-print="off">
          <Icon name={card.icon} />
        </span>
        <GoalTitle card={card} headingId={headingId} />
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

/** A card's title: a button that turns into a field. The heading stays in both cases. */
function GoalTitle({ card, headingId }: { card: GoalCard; headingId: string }) {
  const { isOpen, openerRef, open, close } = useDisclosure();
  return (
    <div className={styles.title}>
      <h3 id={headingId} className={styles.cardHeading} hidden={isOpen}>
        <button
          ref={openerRef}
          type="button"
          className={styles.rename}
          title="Edit card title"
          onClick={open}
        >
          <span dir="auto">{card.title}</span>
          <Icon name="pencil" size={14} />
        </button>
      </h3>
      {isOpen && (
        <LineEditor
          label="Card title"
          initial={card.title}
          save={async (title) => renameCard(card.id, title)}
          close={close}
        />
      )}
    </div>
  );
}

function GoalItemRow({ cardId, item }: { cardId: string; item: GoalItem }) {
  const id = useId();
  const titleId = `${id}-title`;
  return (
    <li ref={passFocusOn} className={styles.item} data-completed={item.completed || undefined}>
      <Checkbox
        id={`${id}-done`}
        data-action="toggle"
        isChecked={item.completed}
        onToggle={() => toggleItem(cardId, item.id)}
      />
      <TitleLabel id={titleId} htmlFor={`${id}-done`} className={styles.itemTitle} title={item.title} />
      <IconButton
        icon="close"
        label="Delete item"
        tone="danger"
        data-action="delete"
        aria-describedby={titleId}
        onClick={() => removeItem(cardId, item.id)}
      />
    </li>
  );
}
