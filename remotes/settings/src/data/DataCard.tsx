import { useId, useState } from 'react';
import { MESSAGES, toDayKey } from '@space/domain';
import { account, notify, profiles, tasks } from '@space/platform';
import { Button, Card, Icon } from '@space/ui';
import { reportFailure, sameUser } from '../failure.ts';
import styles from './data.module.css';
import { exportDocument, saveFile } from './exportDocument.ts';

const FILES = [
  {
    text: 'Account, profile and every task, as one JSON file.',
    icon: 'download',
    label: 'Download everything',
    extension: 'json',
    type: 'application/json',
    async make(userId: string): Promise<string> {
      const requests = [account.get(), profiles.get(userId), tasks.listAll()] as const;
      const [accountData, profile, all] = await Promise.all(requests);
      return JSON.stringify(exportDocument(accountData, profile, all, new Date()), null, 2);
    },
  },
  {
    text: 'Every task as an all-day event, for any calendar (.ics).',
    icon: 'calendar',
    label: 'Download calendar',
    extension: 'ics',
    type: 'text/calendar',
    /** Returns null if there are no tasks. */
    async make(): Promise<string | null> {
      const [all, { calendarFile }] = await Promise.all([tasks.listAll(), import('@space/domain/calendar')]);
      return all.length === 0 ? null : calendarFile(all, new Date());
    },
  },
] as const;

/** Downloads all data of the user: a complete file, or a notice and no file. */
export function DataCard({ userId }: { userId: string }) {
  const id = useId();
  const [underWay, setUnderWay] = useState<string | null>(null);

  async function download({ make, extension, type }: (typeof FILES)[number]): Promise<void> {
    const isSameUser = sameUser();
    setUnderWay(extension);
    try {
      const text = await make(userId);
      if (!isSameUser()) return;
      if (text === null) return notify.error(MESSAGES.account.nothingToExport);
      saveFile(`better-space-${toDayKey(new Date())}.${extension}`, type, text);
      notify.success(MESSAGES.account.exported);
    } catch (error) {
      reportFailure(MESSAGES.account.exportFailed, error, isSameUser());
    } finally {
      setUnderWay(null);
    }
  }

  return (
    <Card title="Your data" text="It is yours. Take it with you whenever you like.">
      <ul className={styles.files}>
        {FILES.map((file) => (
          <li key={file.extension}>
            <p id={`${id}-${file.extension}`}>{file.text}</p>
            <Button
              aria-describedby={`${id}-${file.extension}`}
              isBusy={underWay !== null}
              onClick={() => void download(file)}
            >
              <Icon name={file.icon} />
              <span>{underWay === file.extension ? 'Collecting…' : file.label}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.note}>Goal cards are kept nowhere, so they are in neither file.</p>
    </Card>
  );
}
