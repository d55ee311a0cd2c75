import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
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

/** Returns whether the content of an element is wider than the element. Updates when either is resized. */
function useOverflow(ref: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setIsOverflowing] = useState(false);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const measure = () => setIsOverflowing(box.scrollWidth > box.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [box, ...box.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isOverflowing;
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
