import { useLayoutEffect, useRef, type RefObject } from 'react';
import { MESSAGES } from '@space/domain';
import { LoadFailure } from '@space/ui';
import { board, useBoard } from '../board/board.ts';

interface WeekFailureProps {
  /** Gets the focus when the panel disappears after a successful retry. */
  headingRef: RefObject<HTMLElement | null>;
}

/** Shows that the week could not be loaded. Tasks that were loaded before stay visible. */
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
