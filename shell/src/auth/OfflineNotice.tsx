import { MESSAGES } from '@space/domain';
import { useIsOnline } from '@space/platform';
import { Notice } from '@space/ui';

/** Says before an attempt that signing in needs a network. The offline line announces this to screen readers. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return isOnline ? null : <Notice>{MESSAGES.offline.signIn}</Notice>;
}
