import { Button, Icon } from '@space/ui';
import { TextPage } from '../frame/TextPage.tsx';
import { type Opening, OPENINGS } from './openings.ts';
import styles from './JobsPage.module.css';

/** The id of the sentence on the page that says whether applications are open. */
const NOTE_ID = 'applications';

function OpeningCard({ opening }: { opening: Opening }) {
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
      {/* The button does nothing yet; its description says so. */}
      <Button look="primary" className={styles.apply} data-print="off" aria-describedby={`${id} ${NOTE_ID}`}>
        Apply Now
      </Button>
    </section>
  );
}

export function JobsPage() {
  return (
    <TextPage
      title="Jobs"
      lead={
        <>
          Help us build the simplest way to organize a week. Four roles, all full-time in Singapore.{' '}
          <span id={NOTE_ID}>Applications are not open yet.</span>
        </>
      }
    >
      <div className={styles.openings}>
        {OPENINGS.map((opening) => (
          <OpeningCard key={opening.id} opening={opening} />
        ))}
      </div>
      <div className={styles.closing}>
        <p>
          Not every line of a list has to fit. If most of it sounds like you, and you are curious about the
          rest, you are who we mean, whatever your age, your background or the way you came here.
        </p>
      </div>
    </TextPage>
  );
}
