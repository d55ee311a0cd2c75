import type { GoalCard } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { useStore } from 'zustand';
import { createGoals } from './goalsStore.ts';

const goals = createGoals();

// Also while another page is shown (D-9).
onSessionEnd(goals.clear);

export const goalActions = goals.actions;

export function useGoalCards(): readonly GoalCard[] {
  return useStore(goals.store, (state) => state.cards);
}
