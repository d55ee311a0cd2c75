import { useEffect, useState } from 'react';
import type { FocusEvent } from 'react';
import { includesReason } from '@space/domain';
import { onNotice } from '@space/platform/internal';
import type { Notice } from '@space/platform';
import { NoticeCard } from './NoticeCard.tsx';
import styles from './Notices.module.css';

interface Shown {
  id: number;
  notice: Notice;
}

let last = 0;

/**
 * A notice without an action takes the place of one with the same words, or with no more than its reason: said again, it is
 * announced again. What another one says already, with its act before it, is not added.
 */
function withNotice(shown: readonly Shown[], notice: Notice): readonly Shown[] {
  const { tone, message, action } = notice;
  const isIncluded = ({ notice: other }: Shown) =>
    !action && other.tone === tone && includesReason(message, other.message);
  const rest = shown.filter((one) => !isIncluded(one));
  const isSaid = ({ notice: other }: Shown) =>
    !action && other.tone === tone && includesReason(other.message, message);
  if (rest.some(isSaid)) return rest;
  last += 1;
  return [...rest, { id: last, notice }];
}

/** Gives the focus of a notice that goes to the page's heading, so that the keyboard is never lost. */
function handFocusOn(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

interface NoticeRegionProps {
  /** They stay until they are closed. Otherwise for five seconds, and while the pointer or the focus is among them (WCAG 2.2.1). */
  isLasting?: boolean;
}

/** The one place where notices are shown, of a host without a library for them. */
export function NoticeRegion({ isLasting = false }: NoticeRegionProps) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);

  useEffect(() => onNotice((notice) => setShown((current) => withNotice(current, notice))), []);

  function close(id: number) {
    if (hasFocus) handFocusOn();
    setHasFocus(false);
    setIsPointedAt(false);
    setShown((current) => current.filter((one) => one.id !== id));
  }

  return (
    <div
      className={styles.region}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={(event: FocusEvent<HTMLElement>) =>
        setHasFocus(event.currentTarget.contains(event.relatedTarget))
      }
    >
      {shown.map(({ id, notice }) => (
        <NoticeCard
          key={id}
          notice={notice}
          isHeld={isLasting || isPointedAt || hasFocus}
          onClose={() => close(id)}
        />
      ))}
    </div>
  );
}
