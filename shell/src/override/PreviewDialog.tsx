import { atTime } from '@space/domain';
import { wishOf, type Preview } from './preview.ts';
import { beginWish } from './tabWish.ts';
import { WishDialog } from './WishDialog.tsx';

interface PreviewDialogProps {
  preview: Preview;
}

/** The question before a preview runs. */
export function PreviewDialog({ preview }: PreviewDialogProps) {
  const { remote, label, title, release, until } = preview;
  return (
    <WishDialog
      title={`Show a preview of ${title}?`}
      remote={remote}
      facts={{ Preview: label, Version: release.version, Until: atTime(until) }}
      action="Show it in this tab"
      onAgree={() => beginWish(wishOf(preview))}
    >
      A link asks to show a version of <strong>{title}</strong> that is not live, in this tab only. Its team
      has put it into this site to try it, and it can see and change all that you can here. Agree only if you
      expect it.
    </WishDialog>
  );
}
