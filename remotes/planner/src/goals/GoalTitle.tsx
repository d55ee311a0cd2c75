import { Icon } from '@space/ui';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import styles from './GoalTitle.module.css';
import { goals, type GoalCard } from './goalsStore.ts';

interface GoalTitleProps {
  card: GoalCard;
  headingId: string;
}

/** A card's title: a button that turns into a field. The heading stays in both cases. */
export function GoalTitle({ card, headingId }: GoalTitleProps) {
  const { isOpen, openerRef, open, close } = useDisclosure();
  const hintId = `${headingId}-hint`;
  return (
    <div className={styles.title}>
      <h3 id={headingId} className={styles.heading} hidden={isOpen}>
        <button
          ref={openerRef}
          type="button"
          className={styles.button}
          aria-describedby={hintId}
          onClick={open}
        >
          <span className={styles.text} dir="auto">
            {card.title}
          </span>
          <Icon name="pencil" size={14} />
        </button>
      </h3>
      <span hidden id={hintId}>
        Edit card title
      </span>
      {isOpen && (
        <LineEditor
          label="Card title"
          initial={card.title}
          save={(title) => {
            goals.getState().rename(card.id, title);
            return Promise.resolve({ ok: true });
          }}
          close={close}
        />
      )}
    </div>
  );
}
