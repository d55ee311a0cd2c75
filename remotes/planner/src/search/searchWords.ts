import { isSearchable, type TaskSearch } from './useTaskSearch.ts';

/** How many tasks the server gives at most. */
const MOST = 50;

/** What is said below the findings: what can be typed, that it is being searched, how many tasks there are. */
export function searchWords(text: string, { status, found }: TaskSearch, findings: number): string {
  if (text.trim() === '')
    return 'Type words of a task, a day like tomorrow, next friday or 3 dec, or a page.';
  if (!isSearchable(text)) return findings > 0 ? '' : 'Type one more letter to search your tasks.';
  if (status === 'searching') return 'Searching…';
  if (status === 'failed') return '';
  if (found.length >= MOST) return `The newest ${MOST} tasks are shown. Type more to find others.`;
  if (found.length > 0) return found.length === 1 ? '1 task found' : `${found.length} tasks found`;
  return findings > 0 ? 'No tasks found' : 'Nothing found. Try fewer or other words.';
}
