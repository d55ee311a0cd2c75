import { useEffect, useRef, useState } from 'react';
import type { DayKey } from '@space/domain';

/**
 * Scrolls to a day's card on request, as soon as the card is rendered: on a phone the week is several screens long.
 *
 * Takes the shown days; returns the list's ref, `reveal`, which requests a day, and `goTo`, which scrolls a shown day to
 * the top and focuses its heading, so that the next Tab is in that day.
 */
export function useReveal(days: readonly DayKey[]) {
  const listRef = useRef<HTMLDivElement>(null);
  const [requested, setRequested] = useState<{ day: DayKey } | null>(null);
  const handled = useRef(requested);
  const index = requested ? days.indexOf(requested.day) : -1;

  useEffect(() => {
    if (index < 0 || handled.current === requested) return;
    handled.current = requested;
    listRef.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [requested, index]);

  return {
    listRef,
    reveal: (day: DayKey) => setRequested({ day }),
    goTo: (day: DayKey) => {
      const card = listRef.current?.children[days.indexOf(day)];
      card?.scrollIntoView({ block: 'start' });
      card?.querySelector('h3')?.focus({ preventScroll: true });
    },
  };
}
