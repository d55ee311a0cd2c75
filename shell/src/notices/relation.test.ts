import { expect, test } from 'vitest';
import type { Notice } from '@space/platform';
import { relationOf } from './relation.ts';

const ENDED = 'Your session has ended. Please sign in again.';
const error = (message: string): Notice => ({ tone: 'error', message });
const withReason = error(`Failed to load tasks. ${ENDED}`);
const undoable: Notice = {
  tone: 'success',
  message: 'Task deleted',
  action: { label: 'Undo', onSelect: () => {} },
};

test.each<[string, Notice, Notice, ReturnType<typeof relationOf>]>([
  ['the same sentence is counted', error(ENDED), error(ENDED), 'same'],
  ['a failure with a reason replaces the notice of the reason alone', error(ENDED), withReason, 'more'],
  ['a reason alone repeats the failure that includes it', withReason, error(ENDED), 'less'],
  ['another sentence is a notice of its own', error(ENDED), error('Failed to load tasks'), null],
  ['another tone is a notice of its own', error('Done'), { tone: 'success', message: 'Done' }, null],
  ['notices with an undo action never replace each other', undoable, undoable, null],
])('notice-place: %s', (_, shown, next, relation) => {
  expect(relationOf(shown, next)).toBe(relation);
});
