import { useId, useState } from 'react';
import { MESSAGES, toDayKey } from '@space/domain';
import { account, notify, profiles, tasks } from '@space/platform';
import { Button, Card, Icon } from '@space/ui';
import { reportFailure, sameUser } from '../failure.ts';
import styles from './data.module.css';
import { exportDocument, saveFile } from './exportDocument.ts';

interface NewFile {
  extension: string;
  type: string;
  text: string;
}

async function everything(userId: string): Promise<NewFile> {
  const [accountData, profile, all] = await Promise.all([
    account.get(),
    profiles.get(userId),
    tasks.listAll(),
  ]);
  const document = exportDocument({ account: accountData, profile, tasks: all }, new Date());
  return { extension: 'json', type: 'application/json', text: JSON.stringify(document, null, 2) };
}

/** Returns null if there are no tasks. */
async function calendar(): Promise<NewFile | null> {
  const [all, { calendarFile }] = await Promise.all([tasks.listAll(), import('@space/domain/calendar')]);
  if (all.length === 0) return null;
  return { extension: 'ics', type: 'text/calendar', text: calendarFile(all, new Date()) };
}

const FILES = [
  {
    name: 'everything',
    text: 'Account, profile and every task, as one JSON file.',
    icon: 'download',
    label: 'Download everything',
    make: everything,
  },
  {
    name: 'calendar',
    text: 'Every task as an all-day event, for any calendar (.ics).',
    icon: 'calendar',
    label: 'Download calendar',
    make: calendar,
  },
] as const;

interface DataCardProps {
  userId: string;
}

/** Downloads all data of the user: a complete file, or a notice and no file. */
export function DataCard({ userId }: DataCardProps) {
  const id = useId();
  const [underWay, setUnderWay] = useState<string | null>(null);

  async function download({ name, make }: (typeof FILES)[number]): Promise<void> {
    const isSameUser = sameUser();
    setUnderWay(name);
    try {
      const file = await make(userId);
      if (!isSameUser()) return;
      if (!file) return notify.error(MESSAGES.account.nothingToExport);
      saveFile(`better-space-${toDayKey(new Date())}.${file.extension}`, file.type, file.text);
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
          <li key={file.name}>
            <p id={`${id}-${file.name}`}>{file.text}</p>
            <Button
              aria-describedby={`${id}-${file.name}`}
              isBusy={underWay !== null}
              onClick={() => void download(file)}
            >
              <Icon name={file.icon} />
              <span>{underWay === file.name ? 'Collecting…' : file.label}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.note}>Goal cards are kept nowhere, so they are in neither file.</p>
    </Card>
  );
}
