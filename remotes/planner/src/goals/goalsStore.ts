import type { Outcome } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import type { IconName } from '@space/ui';
import { create } from 'zustand';

export interface GoalItem {
  id: string;
  title: string;
  completed: boolean;
}

export interface GoalCard {
  id: string;
  /** It tells the five cards apart at a glance, whatever their titles are. */
  icon: IconName;
  title: string;
  items: readonly GoalItem[];
}

const EMPTY: readonly GoalCard[] = [
  { id: 'top-goals', icon: 'star', title: 'Top Goals', items: [] },
  { id: 'p0-tasks', icon: 'rocket', title: 'P0 Tasks', items: [] },
  { id: 'custom-1', icon: 'planet', title: 'Custom Card 1', items: [] },
  { id: 'custom-2', icon: 'sparkle', title: 'Custom Card 2', items: [] },
  { id: 'custom-3', icon: 'bulb', title: 'Custom Card 3', items: [] },
];

/** The five cards, in memory only: a reload loses them, and another user does not see them. */
export const useGoalCards = create<readonly GoalCard[]>()(() => EMPTY);

// Also while another page is shown.
onSessionEnd(() => useGoalCards.setState(EMPTY, true));

function change(cardId: string, to: (card: GoalCard) => Partial<GoalCard>): Outcome {
  useGoalCards.setState(
    (cards) => cards.map((card) => (card.id === cardId ? { ...card, ...to(card) } : card)),
    true,
  );
  return { ok: true };
}

export const renameCard = (cardId: string, title: string) => change(cardId, () => ({ title: title.trim() }));

let addedCount = 0;

export function addItem(cardId: string, title: string) {
  const added = { id: `item-${(addedCount += 1)}`, title: title.trim(), completed: false };
  return change(cardId, ({ items }) => ({ items: [...items, added] }));
}

export const toggleItem = (cardId: string, itemId: string) =>
  change(cardId, ({ items }) => ({
    items: items.map((item) => (item.id === itemId ? { ...item, completed: !item.completed } : item)),
  }));

export const removeItem = (cardId: string, itemId: string) =>
  change(cardId, ({ items }) => ({ items: items.filter(({ id }) => id !== itemId) }));
