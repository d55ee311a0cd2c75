import { useState } from 'react';

/**
 * A week whose tasks are on their way is a sketch, and what arrives takes its place whole: nothing that a person already
 * looks at is pushed about by it. Only where they are at work in the sketch already (its 'Add task' works) it stays and
 * is filled in.
 *
 * Takes whether all tasks are still on their way; returns the React key of the days, and what to call on focus in them.
 */
export function useArrival(isComing: boolean) {
  const [state, setState] = useState({ count: 0, wasComing: isComing, isTouched: false });
  if (state.wasComing !== isComing) {
    const count = isComing || state.isTouched ? state.count : state.count + 1;
    setState({ count, wasComing: isComing, isTouched: false });
  }
  return {
    arrival: state.count,
    handleFocus: () => {
      if (isComing && !state.isTouched) setState({ ...state, isTouched: true });
    },
  };
}
