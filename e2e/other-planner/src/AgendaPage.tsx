import { useEffect, useState, type FormEvent } from 'react';
import type { Task } from '@space/domain';
import { Link, notify, tasks, useSession, useToday } from '@space/platform';
import { Button } from '@space/ui';
import styles from './pages.module.css';

const fail = () => notify.error('Your agenda could not reach the server. Please try again.');

/** The whole planner of another team: what is to be done today, and a line to note more. */
export function AgendaPage() {
  const today = useToday();
  const user = useSession((state) => state.user);
  const [list, setList] = useState<readonly Task[]>([]);
  useEffect(() => {
    tasks.listBetween(today, today).then(setList, fail);
  }, [today]);

  async function note(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const title = new FormData(form).get('title');
    if (user === null || typeof title !== 'string') return;
    const task = { id: crypto.randomUUID(), title, emoji: null, task_date: today, user_id: user.id };
    const added = await tasks.add(task).catch(fail);
    if (!added) return;
    setList((before) => [...before, added]);
    form.reset();
  }

  if (user === null) return null;
  return (
    <main id="main" className={styles.main}>
      <h1>Agenda</h1>
      <ul>
        {list.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <form onSubmit={(event) => void note(event)}>
        <label>
          What next? <input name="title" autoComplete="off" required />
        </label>
        <Button type="submit">Note it</Button>
      </form>
      <Link to="/settings">Settings</Link>
    </main>
  );
}
