import type { ExportedField, Profile, Task } from '@space/domain';
import type { account } from '@space/platform';

type Account = Awaited<ReturnType<typeof account.get>>;

/** All data that is stored about one user, as the repositories return it. */
export interface Everything {
  account: Account;
  profile: Profile;
  /** All tasks, oldest first. */
  tasks: readonly Task[];
}

/**
 * Returns the contents of `better-space-yyyy-MM-dd.json` (rule own-data), described in docs/data.md. Removing a field
 * or changing its meaning raises the version; adding a field does not.
 */
export function exportDocument({ account, profile, tasks }: Everything, exportedAt: Date) {
  return {
    format: 'better-space-export',
    version: 1,
    exported_at: exportedAt.toISOString(),
    account: {
      id: account.id,
      email: account.email,
      created_at: account.created_at,
      email_confirmed_at: account.email_confirmed_at,
      last_sign_in_at: account.last_sign_in_at,
      sign_in_with: account.providers,
    },
    profile: { display_name: profile.display_name, created_at: profile.created_at },
    tasks: tasks.map((task) => ({
      id: task.id,
      title: task.title,
      emoji: task.emoji,
      task_date: task.task_date,
      completed: task.completed,
      starred: task.starred,
      pinned: task.pinned,
      created_at: task.created_at,
    })),
  } satisfies Record<ExportedField, unknown> & Record<string, unknown>;
}
