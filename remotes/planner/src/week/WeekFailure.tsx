import { useLayoutEffect, useRef, type RefObject } from 'react';
import { MESSAGES } from '@space/domain';
import { LoadFailure } from '@space/ui';
import { board, useBoard } from '../board/board.ts';

interface WeekFailureProps {
  /** Takes the focus over when the panel goes because trying again worked. */
  headingRef: RefObject<HTMLElement | null>;
}

/** Says that the week could not be read. What was read before stays where it is. */
export function WeekFailure({ headingRef }: WeekFailureProps) {
  const hasFailed = useBoard((state) => state.hasFailed);
  return hasFailed ? <Panel headingRef={headingRef} /> : null;
}

function Panel({ headingRef }: WeekFailureProps) {
  const isLoading = useBoard((state) => state.isLoading);
  const panelRef = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const panel = panelRef.current;
    const heading = headingRef.current;
    return () => {
      if (panel?.contains(document.activeElement)) heading?.focus({ preventScroll: true });
    };
  }, [headingRef]);

  return (
    <div ref={panelRef}>
      <LoadFailure
        message={MESSAGES.tasks.loadFailed}
        isRetrying={isLoading}
        onRetry={() => void board.getState().refresh()}
      />
    </div>
  );
}
