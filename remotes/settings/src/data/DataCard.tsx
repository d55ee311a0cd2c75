import { useId } from 'react';
import { Button, Card, Icon } from '@space/ui';
import styles from './DataCard.module.css';
import { useDownloads } from './useDownloads.ts';

interface DataCardProps {
  userId: string;
}

/** Downloads all data of the user as files (rule own-data). */
export function DataCard({ userId }: DataCardProps) {
  const id = useId();
  const underWay = useDownloads((state) => state.underWay);
  const downloadEverything = useDownloads((state) => state.downloadEverything);
  const downloadCalendar = useDownloads((state) => state.downloadCalendar);

  return (
    <Card title="Your data" text="It is yours. Take it with you whenever you like.">
      <ul className={styles.files}>
        <li>
          <p id={`${id}-everything`}>Account, profile and every task, as one JSON file.</p>
          <Button
            aria-describedby={`${id}-everything`}
            isBusy={underWay !== null}
            onClick={() => void downloadEverything(userId)}
          >
            <Icon name="download" />
            <span>{underWay === 'everything' ? 'Collecting…' : 'Download everything'}</span>
          </Button>
        </li>
        <li>
          <p id={`${id}-calendar`}>Every task as an all-day event, for any calendar (.ics).</p>
          <Button
            aria-describedby={`${id}-calendar`}
            isBusy={underWay !== null}
            onClick={() => void downloadCalendar()}
          >
            <Icon name="calendar" />
            <span>{underWay === 'calendar' ? 'Collecting…' : 'Download calendar'}</span>
          </Button>
        </li>
      </ul>
      <p className={styles.note}>Goal cards are kept nowhere, so they are in neither file.</p>
    </Card>
  );
}
