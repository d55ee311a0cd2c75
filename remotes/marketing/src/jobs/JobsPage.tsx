import { TextPage } from '../frame/TextPage.tsx';
import { OpeningCard } from './OpeningCard.tsx';
import { OPENINGS } from './openings.ts';

export function JobsPage() {
  return (
    <TextPage
      title="Jobs"
      lead="Help us build the simplest way to organize a week. Four openings, all full-time in Singapore."
    >
      {OPENINGS.map((opening) => (
        <OpeningCard key={opening.id} opening={opening} />
      ))}
    </TextPage>
  );
}
