import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './SnapRow.module.css';
import { turnRow } from './turnRow.ts';
import { useOverflow } from './useOverflow.ts';

interface SnapRowProps {
  /** Names the region that the row is where it scrolls. */
  label: string;
  children: ReactNode;
}

/**
 * A row that scrolls sideways inside itself where it does not fit, a card at a time: by touch, by wheel, and by the arrow
 * keys, for which it is a tab stop there and nowhere else. It opens at what is marked as current, if anything is then: a row
 * that came with the document, before the day was known, stays where people see it.
 */
export function SnapRow({ label, children }: SnapRowProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isOverflowing = useOverflow(ref);

  const opensAt = useRef<Element | null>(null);

  useLayoutEffect(() => {
    opensAt.current = ref.current?.querySelector('[aria-current]') ?? null;
  }, []);

  useLayoutEffect(() => {
    const row = ref.current;
    const current = opensAt.current;
    if (!isOverflowing || !row || !current) return;
    row.scrollLeft += current.getBoundingClientRect().left - row.getBoundingClientRect().left;
  }, [isOverflowing]);

  const region = isOverflowing
    ? ({ role: 'region', 'aria-label': label, tabIndex: 0, onKeyDown: turnRow } as const)
    : null;
  return (
    <div ref={ref} className={styles.row} {...region}>
      {children}
    </div>
  );
}
