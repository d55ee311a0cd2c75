import { useEffect, useState } from 'react';
import type { FocusEvent } from 'react';
import { onNotice } from '@space/platform';
import type { Notice } from '@space/platform';
import { NoticeCard } from './NoticeCard.tsx';
import styles from './Notices.module.css';

interface Shown {
  id: number;
  notice: Notice;
}

let last = 0;

/** A notice without an action takes the place of one with the same words: said again, it is announced again. */
function withNotice(shown: readonly Shown[], notice: Notice): Shown[] {
  last += 1;
  const isSame = (one: Shown) =>
    !notice.action && one.notice.tone === notice.tone && one.notice.message === notice.message;
  return [...shown.filter((one) => !isSame(one)), { id: last, notice }];
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
