import { addGoalItem, defaultGoalCards, removeGoalItem, renameGoalCard, toggleGoalItem } from '@space/domain';
import type { GoalCard } from '@space/domain';
import { createStore } from 'zustand/vanilla';
import { createId } from '../composer/createId.ts';

/** Goal cards in the memory of the page (D-27): no reload keeps them, and no other user may find them. */
export function createGoals() {
  const store = createStore<{ cards: readonly GoalCard[] }>(() => ({ cards: defaultGoalCards() }));
  const change = (apply: (cards: readonly GoalCard[]) => GoalCard[]) => {
    store.setState(({ cards }) => ({ cards: apply(cards) }));
  };
  return {
    store,
    actions: {
      addItem(cardId: string, title: string): void {
        change((cards) => addGoalItem(cards, cardId, { id: createId(), title }));
      },
      toggleItem(cardId: string, itemId: string): void {
        change((cards) => toggleGoalItem(cards, cardId, itemId));
      },
      removeItem(cardId: string, itemId: string): void {
        change((cards) => removeGoalItem(cards, cardId, itemId));
      },
      rename(cardId: string, title: string): void {
        change((cards) => renameGoalCard(cards, cardId, title));
      },
    },
    clear(): void {
      store.setState({ cards: defaultGoalCards() });
    },
  };
}
