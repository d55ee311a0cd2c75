import { isReleased, nameOf } from './nameOf.ts';
import type { Override } from './override.ts';
import { beginOverride } from './overrideRequest.ts';
import { ConsentDialog } from './ConsentDialog.tsx';

interface OverrideDialogProps {
  override: Override;
}

/** Asks for consent before code from another address runs. */
export function OverrideDialog({ override }: OverrideDialogProps) {
  const { remote, entry } = override;
  return (
    <ConsentDialog
      title={`Take ${nameOf(remote)} from another address?`}
      remote={remote}
      facts={{ Address: entry }}
      action="Use it in this tab"
      onAgree={() => beginOverride(override)}
    >
      A link asks to run {isReleased(remote) ? 'other code in the place of' : 'code that was never released:'}{' '}
      <strong>{nameOf(remote)}</strong>, in this tab only. That code can see and change all that you can here.
      Agree only if you know the address.
    </ConsentDialog>
  );
}
