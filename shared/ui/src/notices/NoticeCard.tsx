import { useEffect, useEffectEvent } from 'react';
import type { Notice } from '@space/platform';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icon/Icon.tsx';
import styles from './Notices.module.css';
import { noticeTabIndex, noticeTime } from './sameNotice.ts';

interface NoticeCardProps {
  notice: Notice;
  count: number;
  /** Whether its timer is paused. */
  isHeld: boolean;
  onClose: () => void;
}

/** A message with at most one action. Screen readers announce an error at once (alert), a success politely (status). */
export function NoticeCard({ notice, count, isHeld, onClose }: NoticeCardProps) {
  const { tone, message, action } = notice;
  const shownFor = noticeTime(notice);
  const handleTimeOver = useEffectEvent(onClose);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => handleTimeOver(), shownFor);
    return () => clearTimeout(timer);
  }, [isHeld, shownFor]);

  return (
    <div className={styles.notice} data-notice data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={tone === 'error' ? 'warning' : 'check'} />
      <span className={styles.words} dir="auto" tabIndex={noticeTabIndex(notice)}>
        {message}
      </span>
      {count > 1 && <span className={styles.count}>{`×${count}`}</span>}
      {action && (
        <Button
          onClick={() => {
            action.onSelect();
            onClose();
          }}
        >
          {action.label}
        </Button>
      )}
      <button type="button" className={styles.close} aria-label="Close notice" onClick={onClose}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
