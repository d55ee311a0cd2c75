import type { Account } from './accounts.ts';

/** The browsers' today (see `timezoneId` in playwright.config.ts), yyyy-MM-dd. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Singapore' }).format(new Date());
}

/** Puts a task into an account, past the site. Returns its id. */
export async function plantTask(account: Account, title: string, day = today()): Promise<string> {
  const { data, error } = await account.client
    .from('tasks')
    .insert({ title, task_date: day })
    .select('id')
    .single<{ id: string }>();
  if (error) throw error;
  return data.id;
}
