import { memo, useId, useState } from 'react';
import { MESSAGES, type Outcome } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { Icon, IconButton, readChoice, storeChoice, type IconName } from '@space/ui';
import { create } from 'zustand';
import { useBoard } from '../board/board.ts';
import parts from '../parts/parts.module.css';
import { AddButton, LineEditor, Tick, passFocusOn, useDisclosure } from '../parts/parts.tsx';
import styles from './goals.module.css';

interface GoalItem {
  id: string;
  title: string;
  completed: boolean;
}

interface GoalCard {
  id: string;
  /** It tells the five cards apart at a glance, whatever their titles are. */
  icon: IconName;
  title: string;
  items: readonly GoalItem[];
}

const EMPTY: readonly GoalCard[] = [
  { id: 'top-goals', icon: 'star', title: 'Top Goals', items: [] },
  { id: 'p0-tasks', icon: 'rocket', title: 'P0 Tasks', items: [] },
  { id: 'custom-1', icon: 'planet', title: 'Custom Card 1', items: [] },
  { id: 'custom-2', icon: 'sparkle', title: 'Custom Card 2', items: [] },
  { id: 'custom-3', icon: 'bulb', title: 'Custom Card 3', items: [] },
];

/** The five cards, in memory only: a reload loses them, and another user does not see them. */
const useGoalCards = create<readonly GoalCard[]>()(() => EMPTY);

// Also while another page is shown.
onSessionEnd(() => useGoalCards.setState(EMPTY, true));

function change(cardId: string, to: (card: GoalCard) => Partial<GoalCard>): Outcome {
  useGoalCards.setState(
    (cards) => cards.map((card) => (card.id === cardId ? { ...card, ...to(card) } : card)),
    true,
  );
  return { ok: true };
}

const renameCard = (cardId: string, title: string) => change(cardId, () => ({ title: title.trim() }));

let addedCount = 0;

function addItem(cardId: string, title: string) {
  const added = { id: `item-${(addedCount += 1)}`, title: title.trim(), completed: false };
  return change(cardId, ({ items }) => ({ items: [...items, added] }));
}

const toggleItem = (cardId: string, itemId: string) =>
  change(cardId, ({ items }) => ({
    items: items.map((item) => (item.id === itemId ? { ...item, completed: !item.completed } : item)),
  }));

const removeItem = (cardId: string, itemId: string) =>
  change(cardId, ({ items }) => ({ items: items.filter(({ id }) => id !== itemId) }));

/** 'Goals & Priorities', below the week: it appears with the first tasks, or after a moment, so that it does not jump. */
export function Goals() {
  const cards = useGoalCards();
  const headingId = useId();
  const isSettled = useBoard(({ readAt }) => Object.keys(readAt).length > 0);
  return (
    <section
      className={`${parts.stack} ${styles.goals}`}
      aria-labelledby={headingId}
      data-settled={isSettled}
    >
      <h2 id={headingId} className={parts.heading}>
        Goals &amp; Priorities
      </h2>
      <div className={`${parts.wrap} ${styles.cards}`}>
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
    document.querySelector<HTMLElement>('[data-settled] [data-action="add"]')?.focus({ preventScroll: true });
    setIsDismissed(true);
  }

  const notKept = <p data-print="off">{MESSAGES.goals.notKept}</p>;
  if (isDismissed) return <div className={styles.note}>{notKept}</div>;
  return (
    <aside className={`${parts.line} ${styles.hint}`} data-print="off" aria-labelledby={titleId}>
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

const GoalCardPanel = memo(function GoalCardPanel({ card }: { card: GoalCard }) {
  const { isOpen: isNaming, openerRef: nameRef, open: name, close: endNaming } = useDisclosure();
  const { isOpen, openerRef, open, close } = useDisclosure();
  const headingId = useId();

  return (
    <section className={`${parts.card} ${styles.card}`} aria-labelledby={headingId}>
      <div className={`${parts.line} ${styles.cardHead}`}>
        <span className={styles.sign} data-print="off">
          <Icon name={card.icon} />
        </span>
        {/* The heading stays while its button is a field. */}
        <h3 id={headingId} className={styles.cardHeading} hidden={isNaming}>
          <button
            ref={nameRef}
            type="button"
            className={`${parts.line} ${styles.rename}`}
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
        <AddButton ref={openerRef} label="Add item" aria-describedby={headingId} onClick={open} />
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
        checked={item.completed}
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
