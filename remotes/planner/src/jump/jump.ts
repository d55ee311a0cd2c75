import type { DayKey } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { createStore } from 'zustand/vanilla';

/** Where to go: to a day, to one of its tasks, or to the first that is not completed. */
export interface Jump {
  day: DayKey;
  find: 'day' | 'undone' | { id: string };
}

/** The jump that is under way: the week follows it and ends it (`useJumps`). */
export const jumping = createStore<{ jump: Jump | null }>()(() => ({ jump: null }));

/** Shows a day's week and gives the focus to what was looked for, as soon as it is there. */
export function jumpTo(jump: Jump): void {
  jumping.setState({ jump });
}

onSessionEnd(() => jumping.setState({ jump: null }));
