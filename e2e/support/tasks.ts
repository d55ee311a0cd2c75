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

/** Deletes the only task of a title, past the site, as another device would. */
export async function deleteTask(account: Account, title: string): Promise<void> {
  const tasks = () => account.client.from('tasks');
  const { data, error } = await tasks().select('id, title').overrideTypes<{ id: string; title: string }[]>();
  if (error) throw error;
  const [found, ...more] = data.filter((task) => task.title === title);
  if (!found || more.length > 0) throw new Error(`There is not one task ${title}`);
  const { error: refusal } = await tasks().delete().eq('id', found.id);
  if (refusal) throw refusal;
}
