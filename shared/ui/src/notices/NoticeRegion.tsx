import { useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { onNotice } from '@space/platform/internal';
import { notify, type Notice } from '@space/platform';
import { focusHeading } from '../heading/focusHeading.ts';
import { NoticeCard } from './NoticeCard.tsx';
import styles from './Notices.module.css';
import { isRepeated, isReplaced, isSaidAgain } from './sameNotice.ts';

interface Shown {
  id: number;
  notice: Notice;
  /** How many times the notice was raised while it was shown. */
  count: number;
}

let lastId = 0;

function withNotice(shown: readonly Shown[], next: Notice): readonly Shown[] {
  const rest = shown.filter(({ notice }) => !isReplaced(notice, next));
  if (rest.some(({ notice }) => isRepeated(notice, next))) return rest;
  lastId += 1;
  const before = shown.find(({ notice }) => isSaidAgain(notice, next))?.count ?? 0;
  return [...rest, { id: lastId, notice: next, count: before + 1 }];
}

function showAgain({ tone, message, action }: Notice): void {
  if (tone === 'error') notify.error(message);
  else notify.success(message, action && { action });
}

interface NoticeRegionProps {
  /**
   * Whether notices stay until they are closed. Otherwise they stay for some seconds, and while the pointer or the focus is
   * on them (WCAG 2.2.1).
   */
  isLasting?: boolean;
}

/**
 * The region that shows all notices, for a host without a library for them. When it is unmounted, it raises the shown
 * notices again, for the region that replaces it.
 */
export function NoticeRegion({ isLasting = false }: NoticeRegionProps) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const ref = useRef<HTMLDivElement>(null);
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);

  const latestShown = useRef(shown);
  useLayoutEffect(() => {
    latestShown.current = shown;
  }, [shown]);

  // A layout effect: its cleanup runs while the region is still in the document, so that the focus can be moved out of it.
  useLayoutEffect(() => {
    const region = ref.current;
    const stop = onNotice((notice) => setShown((current) => withNotice(current, notice)));
    return () => {
      if (region?.contains(document.activeElement)) focusHeading();
      stop();
      latestShown.current.forEach(({ notice }) => showAgain(notice));
    };
  }, []);

  function close(id: number) {
    if (hasFocus) focusHeading(); // so that the focus is never lost with a removed notice
    setHasFocus(false);
    setIsHovered(false);
    setShown((current) => current.filter((item) => item.id !== id));
  }

  return (
    <div
      ref={ref}
      className={styles.region}
      data-print="off"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={(event: FocusEvent<HTMLElement>) =>
        setHasFocus(event.currentTarget.contains(event.relatedTarget))
      }
    >
      {shown.map(({ id, notice, count }, index) => (
        <NoticeCard
          key={id}
          notice={notice}
          count={count}
          isHeld={isLasting || isHovered || hasFocus || index < shown.length - 1}
          onClose={() => close(id)}
        />
      ))}
    </div>
  );
}
