import { describe, expect, test } from 'vitest';
import { addGoalItem, defaultGoalCards, removeGoalItem, renameGoalCard, toggleGoalItem } from './goal.ts';

const cards = () => addGoalItem(defaultGoalCards(), 'top-goals', { id: 'i1', title: 'Run' });

describe('goal cards', () => {
  test('start as the five of the spec, empty', () => {
    expect(defaultGoalCards().map((card) => card.title)).toEqual([
      'Top Goals',
      'P0 Tasks',
      'Custom Card 1',
      'Custom Card 2',
      'Custom Card 3',
    ]);
    expect(defaultGoalCards().flatMap((card) => card.items)).toEqual([]);
    expect(new Set(defaultGoalCards().map((card) => card.id)).size).toBe(5);
  });

  test('start anew each time, so that one person never sees what another typed', () => {
    expect(defaultGoalCards()[0]).not.toBe(defaultGoalCards()[0]);
  });

  test('take an item at the end of one card, trimmed and open', () => {
    const next = addGoalItem(cards(), 'top-goals', { id: 'i2', title: '  Read ' });
    expect(next[0]?.items).toEqual([
      { id: 'i1', title: 'Run', completed: false },
      { id: 'i2', title: 'Read', completed: false },
    ]);
    expect(next[1]?.items).toEqual([]);
  });

  test.each(['', '   ', '\u200B'])('ignore an item titled %j', (title) => {
    expect(addGoalItem(cards(), 'top-goals', { id: 'i2', title })).toEqual(cards());
  });

  test('tick an item off and back on', () => {
    const ticked = toggleGoalItem(cards(), 'top-goals', 'i1');
    expect(ticked[0]?.items[0]?.completed).toBe(true);
    expect(toggleGoalItem(ticked, 'top-goals', 'i1')).toEqual(cards());
  });

  test('lose an item that is deleted, and no other', () => {
    const two = addGoalItem(cards(), 'top-goals', { id: 'i2', title: 'Read' });
    expect(removeGoalItem(two, 'top-goals', 'i2')).toEqual(cards());
  });

  test('take a new title, trimmed', () => {
    expect(renameGoalCard(cards(), 'custom-1', ' Garden ')[2]?.title).toBe('Garden');
  });

  test.each(['', '  ', '\u3164'])('keep their title when it is changed to %j', (title) => {
    expect(renameGoalCard(cards(), 'custom-1', title)).toEqual(cards());
  });

  test('are not changed by ids that are not there', () => {
    expect(addGoalItem(cards(), 'none', { id: 'x', title: 'x' })).toEqual(cards());
    expect(toggleGoalItem(cards(), 'top-goals', 'none')).toEqual(cards());
    expect(toggleGoalItem(cards(), 'p0-tasks', 'i1')).toEqual(cards());
    expect(removeGoalItem(cards(), 'p0-tasks', 'i1')).toEqual(cards());
    expect(renameGoalCard(cards(), 'none', 'x')).toEqual(cards());
  });

  test('leave the old list alone, and the cards that did not change the same', () => {
    const before = cards();
    const copy = structuredClone(before);
    const after = toggleGoalItem(before, 'top-goals', 'i1');
    expect(before).toEqual(copy);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });
});
