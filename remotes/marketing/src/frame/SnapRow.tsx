import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './SnapRow.module.css';

/**
 * Scrolls a row by one card on an arrow key. The browser's own key scrolling moves only a little, and scroll snapping then
 * returns to the same card.
 */
function scrollByCard(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const row = event.currentTarget;
  const cards = [...(row.firstElementChild?.children ?? [])];
  const rowLeft = row.getBoundingClientRect().left;
  const offsets = cards.map((card) => card.getBoundingClientRect().left - rowLeft);
  if (step === 0 || offsets.length === 0) return;
  event.preventDefault();
  const nearest = offsets.reduce((best, offset, index) => {
    return Math.abs(offset) < Math.abs(offsets[best] ?? Infinity) ? index : best;
  }, 0);
  cards[nearest + step]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
}

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
  const [isOverflowing, setIsOverflowing] = useState(false);

  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return;
    const initialCard = row.querySelector('[aria-current]');
    let wasOverflowing = false;
    const measure = () => {
      const overflows = row.scrollWidth > row.clientWidth + 1;
      if (overflows && !wasOverflowing && initialCard)
        row.scrollLeft += initialCard.getBoundingClientRect().left - row.getBoundingClientRect().left;
      wasOverflowing = overflows;
      setIsOverflowing(overflows);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [row, ...row.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const region = isOverflowing
    ? ({ role: 'region', 'aria-label': label, tabIndex: 0, onKeyDown: scrollByCard } as const)
    : null;
  return (
    <div ref={ref} className={styles.row} {...region}>
      {children}
    </div>
  );
}
