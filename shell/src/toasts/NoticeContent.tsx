import type { Notice } from '@space/platform';
import { Button } from '@space/ui';

interface NoticeContentProps {
  notice: Notice;
  closeToast?: () => void;
}

/** A sentence, and the one thing that can be done about it. */
export function NoticeContent({ notice, closeToast }: NoticeContentProps) {
  const { message, action } = notice;
  return (
    <>
      <span>{message}</span>
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
