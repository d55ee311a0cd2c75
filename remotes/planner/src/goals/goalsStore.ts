import { isBlank } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createId } from '../composer/createId.ts';

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

interface Goals {
  cards: readonly GoalCard[];
  /** A blank title is ignored, here and in `rename`. */
  addItem: (cardId: string, title: string) => void;
  toggleItem: (cardId: string, itemId: string) => void;
  removeItem: (cardId: string, itemId: string) => void;
  rename: (cardId: string, title: string) => void;
  clear: () => void;
}

/** The five empty cards that a page starts with. */
const DEFAULTS: readonly GoalCard[] = [
  { id: 'top-goals', title: 'Top Goals', items: [] },
  { id: 'p0-tasks', title: 'P0 Tasks', items: [] },
  { id: 'custom-1', title: 'Custom Card 1', items: [] },
  { id: 'custom-2', title: 'Custom Card 2', items: [] },
  { id: 'custom-3', title: 'Custom Card 3', items: [] },
];

/** Goal cards, stored in memory only (rule goals-not-kept): a reload loses them, and another user does not see them. */
export const goals = createStore<Goals>()((set) => {
  function change(cardId: string, to: (card: GoalCard) => Partial<GoalCard>): void {
    set(({ cards }) => ({
      cards: cards.map((card) => (card.id === cardId ? { ...card, ...to(card) } : card)),
    }));
  }
  return {
    cards: DEFAULTS,
    addItem(cardId, title) {
      if (isBlank(title)) return;
      const added = { id: createId(), title: title.trim(), completed: false };
      change(cardId, ({ items }) => ({ items: [...items, added] }));
    },
    toggleItem(cardId, itemId) {
      const toggle = (item: GoalItem) =>
        item.id === itemId ? { ...item, completed: !item.completed } : item;
      change(cardId, ({ items }) => ({ items: items.map(toggle) }));
    },
    removeItem(cardId, itemId) {
      change(cardId, ({ items }) => ({ items: items.filter(({ id }) => id !== itemId) }));
    },
    rename(cardId, title) {
      if (!isBlank(title)) change(cardId, () => ({ title: title.trim() }));
    },
    clear() {
      set({ cards: DEFAULTS });
    },
  };
});

// Clears the cards also while another page is shown (rule sign-out).
onSessionEnd(goals.getState().clear);

export function useGoalCards(): readonly GoalCard[] {
  return useStore(goals, ({ cards }) => cards);
}
