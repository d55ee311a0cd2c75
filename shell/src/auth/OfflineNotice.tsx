import { MESSAGES } from '@space/domain';
import { useIsOnline } from '@space/platform';
import { Notice } from '@space/ui';

/** Signing in needs a network: said before it is tried. The offline line announces it to screen readers. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return isOnline ? null : <Notice>{MESSAGES.offline.signIn}</Notice>;
}
