import { useEffect, useState } from 'react';
import { MESSAGES, failureReason, latestOnly, withReason, type Task } from '@space/domain';
import { tasks } from '@space/platform';

/** How long typing must pause before a request is sent, in milliseconds. */
const DEBOUNCE = 150;

export interface TaskSearch {
  status: 'idle' | 'searching' | 'found' | 'failed';
  /** The tasks that were found last; during a search, those of the previous text. */
  found: readonly Task[];
  /** Why the search failed. */
  message: string;
}

const IDLE: TaskSearch = { status: 'idle', found: [], message: '' };

/** Whether a text is long enough to search for: two characters, or one emoji or character of a spaceless script. */
export function isSearchable(text: string): boolean {
  const typed = text.trim();
  return [...typed].length > 1 || /[\u{2E80}-\u{10FFFF}]/u.test(typed);
}

const begin = latestOnly();

/** Searches the tasks for a text once typing pauses. Changing `attempt` retries the same text. */
export function useTaskSearch(text: string, attempt: number): TaskSearch {
  const [search, setSearch] = useState(IDLE);
  const query = isSearchable(text) ? text.trim() : '';
  const [current, setCurrent] = useState({ query: '', attempt });
  if (current.query !== query || current.attempt !== attempt) {
    setCurrent({ query, attempt });
    setSearch(query === '' ? IDLE : { ...search, status: 'searching' });
  }

  useEffect(() => {
    const isLatest = begin();
    if (query === '') return;
    async function runSearch(): Promise<void> {
      try {
        const found = await tasks.search(query);
        if (isLatest()) setSearch({ status: 'found', found, message: '' });
      } catch (error) {
        const message = withReason(MESSAGES.tasks.searchFailed, failureReason(error, navigator.onLine));
        if (isLatest()) setSearch({ status: 'failed', found: [], message });
      }
    }
    const timer = setTimeout(() => void runSearch(), DEBOUNCE);
    return () => {
      begin();
      clearTimeout(timer);
    };
  }, [query, attempt]);

  return search;
}
