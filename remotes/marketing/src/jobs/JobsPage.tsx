import { TextPage } from '../frame/TextPage.tsx';
import styles from './JobsPage.module.css';
import { NOTE_ID, OpeningCard } from './OpeningCard.tsx';
import { OPENINGS } from './openings.ts';

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
