import { useState } from 'react';

/** Whether the user is active in a day: a form is open there, or something has the focus or is being pressed. */
const isUserActive = () => document.querySelector('[data-day] :is(form, :focus, :active)') !== null;

/**
 * When a week's first tasks arrive, a new key remounts the days as a whole, so that no content that is already visible
 * shifts. Only if the user is already active in the skeleton (its 'Add task' works), it stays and is filled in.
 *
 * Takes whether the first load of the week is in flight; returns the React key of the days.
 */
export function useArrival(isLoading: boolean): number {
  const [state, setState] = useState({ count: 0, wasLoading: isLoading });
  if (state.wasLoading !== isLoading)
    setState({ count: isLoading || isUserActive() ? state.count : state.count + 1, wasLoading: isLoading });
  return state.count;
}
