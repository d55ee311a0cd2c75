import { describe, expect, it } from 'vitest';
import { createGoals } from './goalsStore.ts';

describe('goals', () => {
  it('start with the five cards of the spec, all empty', () => {
    const { store } = createGoals();
    expect(store.getState().cards.map(({ title, items }) => [title, items.length])).toEqual([
      ['Top Goals', 0],
      ['P0 Tasks', 0],
      ['Custom Card 1', 0],
      ['Custom Card 2', 0],
      ['Custom Card 3', 0],
    ]);
  });

  it('add, tick, rename and delete, touching one card alone', () => {
    const { store, actions } = createGoals();
    const [, untouched] = store.getState().cards;
    actions.addItem('top-goals', '  Run  ');
    actions.addItem('top-goals', '   ');
    const item = store.getState().cards[0]?.items[0];
    expect(item).toMatchObject({ title: 'Run', completed: false });
    actions.toggleItem('top-goals', item?.id ?? '');
    actions.rename('top-goals', 'This year');
    expect(store.getState().cards[0]).toMatchObject({ title: 'This year', items: [{ completed: true }] });
    actions.removeItem('top-goals', item?.id ?? '');
    expect(store.getState().cards[0]?.items).toEqual([]);
    expect(store.getState().cards[1]).toBe(untouched);
  });

  it('forget everything when the user goes', () => {
    const { store, actions, clear } = createGoals();
    actions.addItem('top-goals', 'Secret');
    actions.rename('p0-tasks', 'Private');
    clear();
    expect(store.getState().cards[0]?.items).toEqual([]);
    expect(store.getState().cards[1]?.title).toBe('P0 Tasks');
  });
});
