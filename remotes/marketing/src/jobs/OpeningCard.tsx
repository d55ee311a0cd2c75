import { Button, Icon } from '@space/ui';
import type { Opening } from './openings.ts';
import styles from './OpeningCard.module.css';

/** The id of the sentence on the page that says whether applications are open. */
export const NOTE_ID = 'applications';

interface OpeningCardProps {
  opening: Opening;
}

export function OpeningCard({ opening }: OpeningCardProps) {
  const { id } = opening;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {opening.title}
      </h2>
      <p className={styles.facts}>Full-time • Singapore</p>
      <p className={styles.text}>{opening.text}</p>
      <h3 className={styles.subtitle}>Requirements</h3>
      <ul className={styles.requirements}>
        {opening.requirements.map((requirement) => (
          <li key={requirement}>
            <Icon name="check" size={16} />
            <span>{requirement}</span>
          </li>
        ))}
      </ul>
      {/* The button does nothing yet (rule placeholder-links); its description says so. */}
      <Button look="primary" className={styles.apply} data-print="off" aria-describedby={`${id} ${NOTE_ID}`}>
        Apply Now
      </Button>
    </section>
  );
}
