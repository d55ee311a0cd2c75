import { isBlank } from './text.ts';

/** An item of a goal card. Spec section 3. */
export interface GoalItem {
  id: string;
  title: string;
  completed: boolean;
}

/** A goal card; it lives in page memory only (D-27). Spec section 3. */
export interface GoalCard {
  id: string;
  title: string;
  items: GoalItem[];
}

/** Returns the five empty cards a page starts with, new objects each time. Spec section 3. */
export function defaultGoalCards(): GoalCard[] {
  return [
    { id: 'top-goals', title: 'Top Goals', items: [] },
    { id: 'p0-tasks', title: 'P0 Tasks', items: [] },
    { id: 'custom-1', title: 'Custom Card 1', items: [] },
    { id: 'custom-2', title: 'Custom Card 2', items: [] },
    { id: 'custom-3', title: 'Custom Card 3', items: [] },
  ];
}

/**
 * Takes the cards, a card's id and a new item (the caller makes its id); returns the cards with the trimmed item at the
 * end of that card. A blank title is ignored. Spec section 5.
 */
export function addGoalItem(
  cards: readonly GoalCard[],
  cardId: string,
  item: Pick<GoalItem, 'id' | 'title'>,
): GoalCard[] {
  if (isBlank(item.title)) return [...cards];
  const added = { id: item.id, title: item.title.trim(), completed: false };
  return changeCard(cards, cardId, (card) => ({ ...card, items: [...card.items, added] }));
}

/** Takes the cards and the ids of a card and an item; returns the cards with that item ticked or unticked. Spec section 2. */
export function toggleGoalItem(cards: readonly GoalCard[], cardId: string, itemId: string): GoalCard[] {
  return changeCard(cards, cardId, (card) => ({
    ...card,
    items: card.items.map((item) => (item.id === itemId ? { ...item, completed: !item.completed } : item)),
  }));
}

/** Takes the cards and the ids of a card and an item; returns the cards without that item. Spec section 2. */
export function removeGoalItem(cards: readonly GoalCard[], cardId: string, itemId: string): GoalCard[] {
  return changeCard(cards, cardId, (card) => ({
    ...card,
    items: card.items.filter((item) => item.id !== itemId),
  }));
}

/** Takes the cards, a card's id and a title; returns the cards with that title, trimmed. A blank one is ignored. Spec section 5. */
export function renameGoalCard(cards: readonly GoalCard[], cardId: string, title: string): GoalCard[] {
  if (isBlank(title)) return [...cards];
  return changeCard(cards, cardId, (card) => ({ ...card, title: title.trim() }));
}

function changeCard(
  cards: readonly GoalCard[],
  cardId: string,
  change: (card: GoalCard) => GoalCard,
): GoalCard[] {
  return cards.map((card) => (card.id === cardId ? change(card) : card));
}
