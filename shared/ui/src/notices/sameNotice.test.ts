import { expect, test } from 'vitest';
import type { Notice } from '@space/platform';
import { isRepeated, isReplaced, isSaidAgain } from './sameNotice.ts';

const ENDED = 'Your session has ended. Please sign in again.';
const error = (message: string): Notice => ({ tone: 'error', message });
const act = error(`Failed to load tasks. ${ENDED}`);
const undoable: Notice = {
  tone: 'success',
  message: 'Task deleted',
  action: { label: 'Undo', onSelect: () => {} },
};

test.each<[string, Notice, Notice, boolean, boolean]>([
  ['the same sentence is said again in its place', error(ENDED), error(ENDED), true, true],
  ['an act takes the place of its reason', error(ENDED), act, true, false],
  ['a reason is not said once more after its act', act, error(ENDED), false, true],
  ['another sentence stands beside it', error(ENDED), error('Failed to load tasks'), false, false],
  ['another tone stands beside it', error('Done'), { tone: 'success', message: 'Done' }, false, false],
  ['each that undoes something stays', undoable, undoable, false, false],
])('%s', (_, standing, next, replaces, repeats) => {
  expect([isReplaced(standing, next), isRepeated(standing, next)]).toEqual([replaces, repeats]);
  expect(isSaidAgain(standing, next)).toBe(replaces && repeats);
});
