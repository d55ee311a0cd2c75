import { atTime } from '@space/domain';
import { requestOf, type Preview } from './preview.ts';
import { beginRequest } from './overrideRequest.ts';
import { ConsentDialog } from './ConsentDialog.tsx';

interface PreviewDialogProps {
  preview: Preview;
}

/** Asks for consent before a preview runs. */
export function PreviewDialog({ preview }: PreviewDialogProps) {
  const { remote, label, title, release, until } = preview;
  return (
    <ConsentDialog
      title={`Show a preview of ${title}?`}
      remote={remote}
      facts={{ Preview: label, Version: release.version, Until: atTime(until) }}
      action="Show it in this tab"
      onAgree={() => beginRequest(requestOf(preview))}
    >
      A link asks to show a version of <strong>{title}</strong> that is not live, in this tab only. Its team
      has put it into this site to try it, and it can see and change all that you can here. Agree only if you
      expect it.
    </ConsentDialog>
  );
}
