import { MESSAGES } from '@space/domain';
import { Icon, VisuallyHidden } from '@space/ui';
import { SnapRow } from '../frame/SnapRow.tsx';
import { Section } from './Section.tsx';
import { SAMPLE_CARDS } from './sample.ts';
import styles from './GoalsPreview.module.css';

export function GoalsPreview() {
  return (
    <Section
      title="Goals beside the days"
      text="Five cards keep in view what the week is for. Rename them, fill them, tick them off."
      note={MESSAGES.goals.notKept}
      isSplit
    >
      <div className={styles.goals}>
        <SnapRow label="The sample goal cards">
          <ul className={styles.cards}>
            {SAMPLE_CARDS.map(({ title, items }) => (
              <li key={title} className={styles.card}>
                <h3 className={styles.title}>{title}</h3>
                <ul className={styles.items}>
                  {items.map((item) => (
                    <li key={item.title} className={styles.item}>
                      <span className={styles.box} data-checked={item.isCompleted}>
                        {item.isCompleted && <Icon name="check" size={12} />}
                      </span>
                      {item.isCompleted && <VisuallyHidden>Done:</VisuallyHidden>}
                      {item.isCompleted ? <s>{item.title}</s> : <span>{item.title}</span>}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </SnapRow>
      </div>
    </Section>
  );
}
