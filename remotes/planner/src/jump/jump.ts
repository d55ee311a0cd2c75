import type { DayKey } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { createStore } from 'zustand/vanilla';

/** The target of a jump: a day, one of its tasks, or its first unfinished task. */
export interface Jump {
  day: DayKey;
  find: 'day' | 'undone' | { id: string };
}

/** The pending jump: the week carries it out and clears it (`useJumps`). */
export const jumping = createStore<{ jump: Jump | null }>()(() => ({ jump: null }));

/** Shows a day's week, and focuses the target as soon as it is rendered. */
export function jumpTo(jump: Jump): void {
  jumping.setState({ jump });
}

onSessionEnd(() => jumping.setState({ jump: null }));
