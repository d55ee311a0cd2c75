import { expect, test } from 'vitest';
import type { Notice } from '@space/platform';
import { isRepeated, isReplaced, isSaidAgain } from './sameNotice.ts';

const ENDED = 'Your session has ended. Please sign in again.';
const error = (message: string): Notice => ({ tone: 'error', message });
const withReason = error(`Failed to load tasks. ${ENDED}`);
const undoable: Notice = {
  tone: 'success',
  message: 'Task deleted',
  action: { label: 'Undo', onSelect: () => {} },
};

test.each<[string, Notice, Notice, boolean, boolean]>([
  [
    'the same sentence replaces the earlier notice and counts as repeated',
    error(ENDED),
    error(ENDED),
    true,
    true,
  ],
  ['a failure with a reason replaces the notice of the reason alone', error(ENDED), withReason, true, false],
  ['a reason alone repeats the failure that includes it', withReason, error(ENDED), false, true],
  ['another sentence is a notice of its own', error(ENDED), error('Failed to load tasks'), false, false],
  ['another tone is a notice of its own', error('Done'), { tone: 'success', message: 'Done' }, false, false],
  ['notices with an undo action never replace each other', undoable, undoable, false, false],
])('%s', (_, shown, next, replaces, repeats) => {
  expect([isReplaced(shown, next), isRepeated(shown, next)]).toEqual([replaces, repeats]);
  expect(isSaidAgain(shown, next)).toBe(replaces && repeats);
});
