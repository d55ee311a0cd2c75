import { useEffect, useState } from 'react';
import { MESSAGES, failureReason, latestOnly, withReason, type Task } from '@space/domain';
import { tasks } from '@space/platform';

/** How long a person pauses before the server is asked, in milliseconds. */
const PAUSE = 150;

export interface TaskSearch {
  status: 'idle' | 'searching' | 'found' | 'failed';
  /** What was found last; while another text is searched, what was found before it. */
  found: readonly Task[];
  /** Why it failed. */
  message: string;
}

const IDLE: TaskSearch = { status: 'idle', found: [], message: '' };

/** Whether a text is asked for: two characters, or one of a script that writes no spaces, or an emoji. */
export function isSearchable(text: string): boolean {
  const typed = text.trim();
  return [...typed].length > 1 || /[\u{2E80}-\u{10FFFF}]/u.test(typed);
}

const begin = latestOnly();

/** Searches the tasks for a text once the person has paused. `attempt` tells one try of the same text from the next. */
export function useTaskSearch(text: string, attempt: number): TaskSearch {
  const [search, setSearch] = useState(IDLE);
  const asked = isSearchable(text) ? text.trim() : '';
  const [of, setOf] = useState({ asked: '', attempt });
  if (of.asked !== asked || of.attempt !== attempt) {
    setOf({ asked, attempt });
    setSearch(asked === '' ? IDLE : { ...search, status: 'searching' });
  }

  useEffect(() => {
    const isLatest = begin();
    if (asked === '') return;
    async function ask(): Promise<void> {
      try {
        const found = await tasks.search(asked);
        if (isLatest()) setSearch({ status: 'found', found, message: '' });
      } catch (error) {
        const message = withReason(MESSAGES.tasks.searchFailed, failureReason(error, navigator.onLine));
        if (isLatest()) setSearch({ status: 'failed', found: [], message });
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      begin();
      clearTimeout(timer);
    };
  }, [asked, attempt]);

  return search;
}
