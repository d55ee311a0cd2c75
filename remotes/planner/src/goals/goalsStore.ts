import { onSessionEnd } from '@space/platform';
import { create } from 'zustand';

export interface GoalItem {
  id: string;
  title: string;
  completed: boolean;
}

export interface GoalCard {
  id: string;
  title: string;
  items: readonly GoalItem[];
}

const EMPTY: readonly GoalCard[] = [
  { id: 'top-goals', title: 'Top Goals', items: [] },
  { id: 'p0-tasks', title: 'P0 Tasks', items: [] },
  { id: 'custom-1', title: 'Custom Card 1', items: [] },
  { id: 'custom-2', title: 'Custom Card 2', items: [] },
  { id: 'custom-3', title: 'Custom Card 3', items: [] },
];

/** The five cards, in memory only: a reload loses them, and another user does not see them. */
export const useGoalCards = create<readonly GoalCard[]>()(() => EMPTY);

// Also while another page is shown.
onSessionEnd(() => useGoalCards.setState(EMPTY, true));

function change(cardId: string, to: (card: GoalCard) => Partial<GoalCard>): void {
  useGoalCards.setState(
    (cards) => cards.map((card) => (card.id === cardId ? { ...card, ...to(card) } : card)),
    true,
  );
}

export function renameCard(cardId: string, title: string): void {
  change(cardId, () => ({ title: title.trim() }));
}

let addedCount = 0;

export function addItem(cardId: string, title: string): void {
  const added = { id: `item-${(addedCount += 1)}`, title: title.trim(), completed: false };
  change(cardId, ({ items }) => ({ items: [...items, added] }));
}

export function toggleItem(cardId: string, itemId: string): void {
  change(cardId, ({ items }) => ({
    items: items.map((item) => (item.id === itemId ? { ...item, completed: !item.completed } : item)),
  }));
}

export function removeItem(cardId: string, itemId: string): void {
  change(cardId, ({ items }) => ({ items: items.filter(({ id }) => id !== itemId) }));
}
