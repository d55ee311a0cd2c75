import type { Notice } from '@space/platform';
import { Button, Icon } from '@space/ui';
import { noticeTabIndex } from '@space/ui/host';

interface NoticeContentProps {
  notice: Notice;
  count: number;
  closeToast?: () => void;
}

export function NoticeContent({ notice, count, closeToast }: NoticeContentProps) {
  const { message, action, tone } = notice;
  return (
    <>
      <span className="notice-sign" data-notice>
        <Icon name={tone === 'error' ? 'warning' : 'check'} />
      </span>
      <span className="notice-words" dir="auto" tabIndex={noticeTabIndex(notice)}>
        {message}
      </span>
      {count > 1 && <span className="notice-count">{`×${count}`}</span>}
      {action && (
        <Button
          onClick={() => {
            action.onSelect();
            closeToast?.();
          }}
        >
          {action.label}
        </Button>
      )}
    </>
  );
}
