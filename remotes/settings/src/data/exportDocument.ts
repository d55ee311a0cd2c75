import type { ExportedField, Profile, Task } from '@space/domain';
import type { account as accountOfUser } from '@space/platform';

type Account = Awaited<ReturnType<typeof accountOfUser.get>>;

/**
 * Returns the contents of `better-space-yyyy-MM-dd.json`, described in docs/data.md. Removing a field or changing its meaning
 * raises the version; adding a field does not.
 */
export function exportDocument(account: Account, profile: Profile, tasks: readonly Task[], exportedAt: Date) {
  const { providers, ...accountFields } = account;
  return {
    format: 'better-space-export',
    version: 1,
    exported_at: exportedAt.toISOString(),
    account: { ...accountFields, sign_in_with: providers },
    profile: { display_name: profile.display_name, created_at: profile.created_at },
    tasks: tasks.map(({ id, title, emoji, task_date, completed, starred, pinned, created_at }) => {
      return { id, title, emoji, task_date, completed, starred, pinned, created_at };
    }),
  } satisfies Record<ExportedField, unknown> & Record<string, unknown>;
}

/** By then every browser has started to read the file, in milliseconds. */
const REVOKE_DELAY = 60_000;

/** Saves a text as a file: clicks a temporary download link to an object URL. */
export function saveFile(name: string, type: string, text: string): void {
  const objectUrl = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(objectUrl), REVOKE_DELAY);
}
