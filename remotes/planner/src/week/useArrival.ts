import { useState } from 'react';

/** Whether a person is at work in a day: a task is written there, or something has the focus or is being pressed. */
const isAtWork = () => document.querySelector('[data-day] :is(form, :focus, :active)') !== null;

/**
 * A week whose tasks are on their way is a sketch, and what arrives takes its place whole: nothing that a person already
 * looks at is pushed about by it. Only where they are at work in the sketch already (its 'Add task' works) it stays and
 * is filled in.
 *
 * Takes whether all tasks are still on their way; returns the React key of the days.
 */
export function useArrival(isComing: boolean): number {
  const [state, setState] = useState({ count: 0, wasComing: isComing });
  if (state.wasComing !== isComing)
    setState({ count: isComing || isAtWork() ? state.count : state.count + 1, wasComing: isComing });
  return state.count;
}
