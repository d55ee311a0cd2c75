import { useId } from 'react';
import { Button } from '@space/ui';
import type { Opening } from './openings.ts';
import styles from './OpeningCard.module.css';

interface OpeningCardProps {
  opening: Opening;
}

export function OpeningCard({ opening }: OpeningCardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {opening.title}
      </h2>
      <p className={styles.facts}>Full-time • Singapore</p>
      <p>{opening.text}</p>
      <h3 className={styles.subtitle}>Requirements</h3>
      <ul className={styles.requirements}>
        {opening.requirements.map((requirement) => (
          <li key={requirement}>{requirement}</li>
        ))}
      </ul>
      {/* It does nothing yet (spec section 2, D-28). */}
      <Button look="primary" aria-describedby={id}>
        Apply Now
      </Button>
    </section>
  );
}
