import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './SnapRow.module.css';
import { scrollByCard } from './scrollByCard.ts';
import { useOverflow } from './useOverflow.ts';

interface SnapRowProps {
  /** The accessible name of the row, which is a region when it scrolls. */
  label: string;
  children: ReactNode;
}

/**
 * A row that scrolls sideways, one card at a time, if its cards do not fit: by touch, by wheel and by the arrow keys. It is
 * a tab stop only when it scrolls. At first it scrolls to the card with `aria-current`, if there is one at that time: a
 * prerendered row, which has none because the day is unknown, does not move later.
 */
export function SnapRow({ label, children }: SnapRowProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isOverflowing = useOverflow(ref);

  const initialCard = useRef<Element | null>(null);

  useLayoutEffect(() => {
    initialCard.current = ref.current?.querySelector('[aria-current]') ?? null;
  }, []);

  useLayoutEffect(() => {
    const row = ref.current;
    const current = initialCard.current;
    if (!isOverflowing || !row || !current) return;
    row.scrollLeft += current.getBoundingClientRect().left - row.getBoundingClientRect().left;
  }, [isOverflowing]);

  const region = isOverflowing
    ? ({ role: 'region', 'aria-label': label, tabIndex: 0, onKeyDown: scrollByCard } as const)
    : null;
  return (
    <div ref={ref} className={styles.row} {...region}>
      {children}
    </div>
  );
}
