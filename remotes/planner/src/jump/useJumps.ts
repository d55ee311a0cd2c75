import { useEffect, useRef } from 'react';
import { weekStartOf, type DayKey } from '@space/domain';
import { useStore } from 'zustand';
import { board, useBoard } from '../board/board.ts';
import { jumping, type Jump } from './jump.ts';

/** Gives the focus to a row's checkbox or to a day's heading, in the middle of the window. */
function focusOn(target: HTMLElement): void {
  target.closest<HTMLElement>('li, header')?.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
}

/** Whether the person has put the focus nowhere else since. */
function isWaiting(before: Element | null): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active === before;
}

/** The id of the task that is looked for: undefined where it is not there. */
function foundId({ day, find }: Jump): string | undefined {
  const tasks = board.getState().byDay[day] ?? [];
  if (find === 'day') return undefined;
  if (find === 'undone') return tasks.find(({ completed }) => !completed)?.id;
  return tasks.find(({ id }) => id === find.id)?.id;
}

/**
 * Follows the jumps to days and tasks: shows the week, and gives the focus to what was looked for once it has come. Where
 * the task is not there any more, that is the day's heading.
 */
export function useJumps(days: readonly DayKey[], show: (start: DayKey) => void): void {
  const jump = useStore(jumping, (state) => state.jump);
  const isShown = jump !== null && days.includes(jump.day);
  const tasks = useBoard(({ byDay }) => (jump ? byDay[jump.day] : undefined));
  const isSettled = useBoard(({ readAt, isLoading, hasFailed }) =>
    jump ? (readAt[jump.day] !== undefined && !isLoading) || hasFailed : true,
  );

  /** What had the focus when the jump began. */
  const before = useRef<Element | null>(null);

  useEffect(() => {
    before.current = document.activeElement;
  }, [jump]);

  useEffect(() => () => jumping.setState({ jump: null }), []);

  useEffect(() => {
    if (jump !== null && !isShown) show(weekStartOf(jump.day));
  }, [jump, isShown, show]);

  useEffect(() => {
    if (jump === null || !isShown) return;
    const id = foundId(jump);
    // The fold opens by this, and the row is there with the next look.
    if (id !== undefined) board.getState().unfold(id, jump.day);
    const card = document.querySelector(`[data-day="${jump.day}"]`);
    const row = id === undefined ? null : card?.querySelector(`[data-task="${CSS.escape(id)}"]`);
    const target = row?.querySelector<HTMLElement>('[data-action="toggle"]');
    if (!isWaiting(before.current)) jumping.setState({ jump: null });
    else if (target) focusOn(target);
    // A week that is still on its way is replaced when it comes, and would take the focus along.
    else if (id === undefined && isSettled) {
      const heading = card?.querySelector<HTMLElement>('h3');
      if (heading) focusOn(heading);
    } else return;
    jumping.setState({ jump: null });
  }, [jump, isShown, tasks, isSettled]);
}
