import { isSearchable, type TaskSearch } from './useTaskSearch.ts';

/** The most tasks that the server returns. */
const MAX_FOUND = 50;

/** The text below the findings: what can be typed, that a search is in flight, or how many tasks were found. */
export function searchStatusText(text: string, { status, found }: TaskSearch, findings: number): string {
  if (text.trim() === '')
    return 'Type words of a task, a day like tomorrow, next friday or 3 dec, or a page.';
  if (!isSearchable(text)) return findings > 0 ? '' : 'Type one more letter to search your tasks.';
  if (status === 'searching') return 'Searching…';
  if (status === 'failed') return '';
  if (found.length >= MAX_FOUND) return `The newest ${MAX_FOUND} tasks are shown. Type more to find others.`;
  if (found.length > 0) return found.length === 1 ? '1 task found' : `${found.length} tasks found`;
  return findings > 0 ? 'No tasks found' : 'Nothing found. Try fewer or other words.';
}
