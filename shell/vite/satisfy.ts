import { satisfiesCaret } from '@space/federation';

/** Replaces the function of this name in the federation runtime (vite.config.ts), which also compares versions with it. */
export function satisfy(version: string, range: string): boolean {
  if (!range.startsWith('<=')) return range === '*' || satisfiesCaret(version, range);
  return version.localeCompare(range.slice(2), 'en', { numeric: true }) <= 0;
}
