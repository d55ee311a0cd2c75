import { useEffect, useState } from 'react';
import {
  MESSAGES,
  PATHS,
  dayLabel,
  readDayText,
  weekdayName,
  weekdayShort,
  type DayKey,
  type Task,
} from '@space/domain';
import { tasks } from '@space/platform';
import { withReasonOf, type Jump } from '../board/board.ts';

/** The pages that the search offers, with the words that find them. */
const PAGES = [
  { title: 'Settings', path: PATHS.settings, words: 'settings account profile password data export' },
  { title: 'Pricing', path: PATHS.pricing, words: 'pricing plans' },
  { title: 'About Us', path: PATHS.about, words: 'about us team' },
  { title: 'Jobs', path: PATHS.jobs, words: 'jobs' },
  { title: 'Terms of Service', path: PATHS.terms, words: 'terms of service' },
  { title: 'Home', path: PATHS.home, words: 'home' },
  { title: 'Retro mode', path: PATHS.retro, words: 'retro mode' },
  { title: 'Retro week', path: PATHS.retroDashboard, words: 'retro week' },
  { title: 'Retro plans', path: PATHS.retroPricing, words: 'retro plans pricing' },
] as const;

export interface Finding {
  key: string;
  kind: 'day' | 'page' | 'task';
  title: string;
  /** The address of a page, or a place in the week. */
  target: string | Jump;
  task?: Task;
  /** The day of a task. */
  when?: string;
}

export function findingsOf(text: string, found: readonly Task[], today: DayKey): Finding[] {
  const findings: Finding[] = [];
  const day = readDayText(text, today);
  if (day) {
    const title = `${weekdayName(day)}, ${dayLabel(day, today)}`;
    findings.push({ key: day, kind: 'day', title, target: { day, find: 'day' } });
  }
  const typed = text.trim().toLowerCase().split(/\s+/);
  for (const { title, path, words } of PAGES) {
    const known = words.split(' ');
    const isFound = typed.every((word) => word !== '' && known.some((each) => each.startsWith(word)));
    if (isFound) findings.push({ key: path, kind: 'page', title, target: path });
  }
  for (const task of found) {
    const { id, title, task_date } = task;
    const when = `${weekdayShort(task_date)} ${dayLabel(task_date, today)}`;
    findings.push({ key: id, kind: 'task', title, target: { day: task_date, find: { id } }, task, when });
  }
  return findings;
}

/** How long typing must pause before a request is sent, in milliseconds. */
const DEBOUNCE = 150;
const MAX_FOUND = 50;

interface TaskSearch {
  isSearching: boolean;
  /** The tasks that were found last; during a search, those of the previous text. */
  found: readonly Task[];
  failure: string | null;
}

const IDLE: TaskSearch = { isSearching: false, found: [], failure: null };

/** Whether a text is long enough to search for: two characters, or one emoji or character of a spaceless script. */
function isSearchable(text: string): boolean {
  const typed = text.trim();
  return [...typed].length > 1 || /[\u{2E80}-\u{10FFFF}]/u.test(typed);
}

/** Searches the tasks for a text once typing pauses. Changing `attempt` retries the same text. */
export function useTaskSearch(text: string, attempt: number): TaskSearch {
  const query = isSearchable(text) ? text.trim() : '';
  const key = `${attempt} ${query}`;
  const [result, setResult] = useState({ key: '', ...IDLE });

  useEffect(() => {
    if (query === '') return;
    let isLatest = true;
    const show = (outcome: Partial<TaskSearch>) => {
      if (isLatest) setResult({ ...IDLE, key, ...outcome });
    };
    const showFailure = (error: unknown) =>
      show({ failure: withReasonOf(error, MESSAGES.tasks.searchFailed) });
    const search = () => void tasks.search(query).then((found) => show({ found }), showFailure);
    const timer = setTimeout(search, DEBOUNCE);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [query, key]);

  if (query === '') return IDLE;
  return result.key === key ? result : { ...IDLE, isSearching: true, found: result.found };
}

/** The text below the findings: what can be typed, that a search is in flight, or how many tasks were found. */
export function searchStatusText(text: string, search: TaskSearch, findings: number): string {
  const { isSearching, found, failure } = search;
  if (text.trim() === '')
    return 'Type words of a task, a day like tomorrow, next friday or 3 dec, or a page.';
  if (!isSearchable(text)) return findings > 0 ? '' : 'Type one more letter to search your tasks.';
  if (isSearching) return 'Searching…';
  if (failure !== null) return '';
  if (found.length >= MAX_FOUND) return `The newest ${MAX_FOUND} tasks are shown. Type more to find others.`;
  if (found.length > 0) return found.length === 1 ? '1 task found' : `${found.length} tasks found`;
  return findings > 0 ? 'No tasks found' : 'Nothing found. Try fewer or other words.';
}
