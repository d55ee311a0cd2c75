import { useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { onNotice } from '@space/platform/internal';
import { notify, type Notice } from '@space/platform';
import { focusHeading } from '../heading/focusHeading.ts';
import { useClearOfControls } from '../place/useClearOfControls.ts';
import { NoticeCard } from './NoticeCard.tsx';
import styles from './Notices.module.css';
import { isRepeated, isReplaced, isSaidAgain } from './sameNotice.ts';

interface Shown {
  id: number;
  notice: Notice;
  /** How many times it was said while it stood. */
  count: number;
}

let last = 0;

function withNotice(shown: readonly Shown[], next: Notice): readonly Shown[] {
  const rest = shown.filter(({ notice }) => !isReplaced(notice, next));
  if (rest.some(({ notice }) => isRepeated(notice, next))) return rest;
  last += 1;
  const before = shown.find(({ notice }) => isSaidAgain(notice, next))?.count ?? 0;
  return [...rest, { id: last, notice: next, count: before + 1 }];
}

function sayAgain({ tone, message, action }: Notice): void {
  if (tone === 'error') notify.error(message);
  else notify.success(message, action && { action });
}

interface NoticeRegionProps {
  /**
   * They stay until they are closed. Otherwise for five seconds, and while the pointer or the focus is among them (WCAG
   * 2.2.1).
   */
  isLasting?: boolean;
}

/**
 * The one place where notices are shown, of a host without a library for them. When another takes over, it shows what
 * stands here.
 */
export function NoticeRegion({ isLasting = false }: NoticeRegionProps) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const ref = useRef<HTMLDivElement>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);

  const standing = useRef(shown);
  useLayoutEffect(() => {
    standing.current = shown;
  }, [shown]);

  // Runs while the region is in the document still, so that the focus can leave it.
  useLayoutEffect(() => {
    const region = ref.current;
    const stop = onNotice((notice) => setShown((current) => withNotice(current, notice)));
    return () => {
      if (region?.contains(document.activeElement)) focusHeading();
      stop();
      standing.current.forEach(({ notice }) => sayAgain(notice));
    };
  }, []);

  useClearOfControls(ref);

  function close(id: number) {
    if (hasFocus) focusHeading(); // the keyboard is never lost with a notice
    setHasFocus(false);
    setIsPointedAt(false);
    setShown((current) => current.filter((one) => one.id !== id));
  }

  return (
    <div
      ref={ref}
      className={styles.region}
      data-print="off"
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={(event: FocusEvent<HTMLElement>) =>
        setHasFocus(event.currentTarget.contains(event.relatedTarget))
      }
    >
      {shown.map(({ id, notice, count }) => (
        <NoticeCard
          key={id}
          notice={notice}
          count={count}
          isHeld={isLasting || isPointedAt || hasFocus}
          onClose={() => close(id)}
        />
      ))}
    </div>
  );
}
