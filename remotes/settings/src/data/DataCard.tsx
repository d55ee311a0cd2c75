import { useId, useState } from 'react';
import { MESSAGES, toDayKey, type ExportedField } from '@space/domain';
import { account, notify, profiles, tasks } from '@space/platform';
import { Button, Card, Icon } from '@space/ui';
import { reportFailure, sameUser } from '../failure.ts';
import styles from '../settings.module.css';

/** By then every browser has started to read the file, in milliseconds. */
const REVOKE_DELAY = 60_000;

/**
 * Returns the contents of `better-space-yyyy-MM-dd.json`, described in docs/data.md. Removing a field or changing its meaning
 * raises the version; adding a field does not.
 */
async function everything(userId: string): Promise<string> {
  const requests = [account.get(), profiles.get(userId), tasks.listAll()] as const;
  const [{ providers, ...accountFields }, profile, all] = await Promise.all(requests);
  const contents = {
    format: 'better-space-export',
    version: 1,
    exported_at: new Date().toISOString(),
    account: { ...accountFields, sign_in_with: providers },
    profile: { display_name: profile.display_name, created_at: profile.created_at },
    tasks: all.map(({ user_id: _owner, ...task }) => task),
  } satisfies Record<ExportedField, unknown> & Record<string, unknown>;
  return JSON.stringify(contents, null, 2);
}

const FILES = [
  {
    text: 'Account, profile and every task, as one JSON file.',
    icon: 'download',
    label: 'Download everything',
    extension: 'json',
    type: 'application/json',
    make: everything,
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

/** Saves a text as a file: clicks a temporary download link to an object URL. */
function saveFile(name: string, type: string, text: string): void {
  const objectUrl = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = Object.assign(document.createElement('a'), { href: objectUrl, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(objectUrl), REVOKE_DELAY);
}

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
      <div className={styles.form}>
        <ul className={styles.form}>
          {FILES.map((file) => (
            <li key={file.extension} className={styles.line}>
              <p id={id + file.extension}>{file.text}</p>
              <Button
                aria-describedby={id + file.extension}
                isBusy={underWay !== null}
                onClick={() => void download(file)}
              >
                <Icon name={file.icon} />
                <span>{underWay === file.extension ? 'Collecting…' : file.label}</span>
              </Button>
            </li>
          ))}
        </ul>
        <p className={styles.small}>Goal cards are kept nowhere, so they are in neither file.</p>
      </div>
    </Card>
  );
}
