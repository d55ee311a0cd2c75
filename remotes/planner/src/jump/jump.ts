import { useEffect, useRef } from 'react';
import { weekStartOf, type DayKey } from '@space/domain';
import { board, unfold, useBoard, waitingTasks, type Jump } from '../board/board.ts';

/** Shows a day's week, and focuses the target as soon as it is rendered. */
export const jumpTo = (jump: Jump): void => board.setState({ jump });
const end = () => board.setState({ jump: null });

/** The id of the task that is the target; undefined if it is not on the board, or the target is the day. */
function targetTaskId({ day, find }: Jump): string | undefined {
  const state = board.getState();
  const tasks = state.byDay[day] ?? [];
  if (find === 'day') return undefined;
  if (find === 'undone') return tasks.find(({ completed }) => !completed)?.id;
  return [...tasks, ...waitingTasks(day)(state)].find(({ id }) => id === find.id)?.id;
}

/**
 * Carries out jumps to days and tasks: shows the week, and focuses the target once it is loaded. If the task does not exist
 * any more, the target is the day's heading.
 */
export function useJumps(days: readonly DayKey[], show: (start: DayKey) => void): void {
  const jump = useBoard((state) => state.jump);
  const isShown = jump !== null && days.includes(jump.day);
  const tasks = useBoard(({ byDay }) => (jump ? byDay[jump.day] : undefined));
  const isSettled = useBoard(({ readAt, isLoading, failure }) =>
    jump ? (readAt[jump.day] !== undefined && !isLoading) || failure !== null : true,
  );

  /** What had the focus when the jump began. */
  const before = useRef<Element | null>(null);

  useEffect(() => {
    before.current = document.activeElement;
  }, [jump]);

  useEffect(() => end, []);

  useEffect(() => {
    if (jump !== null && !isShown) show(weekStartOf(jump.day));
  }, [jump, isShown, show]);

  useEffect(() => {
    if (jump === null || !isShown) return;
    const active = document.activeElement;
    // The user has moved the focus elsewhere since.
    if (active !== null && active !== document.body && active !== before.current) return end();
    const id = targetTaskId(jump);
    // This opens the fold, and the row exists when the effect runs next.
    if (id !== undefined) unfold(id, jump.day);
    // A week that is still loading is remounted when its tasks arrive, and would lose the focus.
    else if (!isSettled) return;
    const row = `[data-task="${id && CSS.escape(id)}"] > [data-action="toggle"]`;
    const card = document.querySelector(`[data-day="${jump.day}"]`);
    const target = card?.querySelector<HTMLElement>(id === undefined ? 'h3' : row);
    if (!target) return;
    target.closest('li, header')?.scrollIntoView({ block: 'center' });
    target.focus({ preventScroll: true });
    end();
  }, [jump, isShown, tasks, isSettled]);
}
