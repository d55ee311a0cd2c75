import { expect, it } from 'vitest';
import { SHORTCUTS, SHORTCUT_IDS, shortcutOf } from './shortcuts.ts';

const press = (key: string, ...modifiers: readonly ('alt' | 'shift' | 'ctrl' | 'meta')[]) =>
  shortcutOf({
    key,
    altKey: modifiers.includes('alt'),
    shiftKey: modifiers.includes('shift'),
    ctrlKey: modifiers.includes('ctrl'),
    metaKey: modifiers.includes('meta'),
  });

it.each([
  ['s', [], 'star'],
  ['S', [], 'star'], // with Caps Lock
  ['S', ['shift'], null],
  ['s', ['ctrl'], null],
  ['s', ['meta'], null],
  ['s', ['alt'], null],
  ['>', ['shift'], 'next-day'],
  ['>', [], 'next-day'],
  ['?', ['shift'], 'help'],
  ['/', ['shift'], 'search'],
  ['Delete', [], 'delete'],
  ['Delete', ['shift'], null],
  ['Backspace', [], null],
  ['ArrowLeft', ['alt'], 'previous-day'],
  ['ArrowLeft', ['alt', 'shift'], 'previous-week'],
  ['ArrowLeft', [], null],
  ['x', [], null],
] as const)('%s with %j is %s', (key, modifiers, id) => {
  expect(press(key, ...modifiers)).toBe(id);
});

it('no two shortcuts have the same keys', () => {
  const keys = SHORTCUT_IDS.map((id) => SHORTCUTS[id].shown.join('+'));
  expect(new Set(keys).size).toBe(keys.length);
});
