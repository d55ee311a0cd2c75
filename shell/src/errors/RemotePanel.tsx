import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router-dom';
import { MESSAGES, PATHS } from '@space/domain';
import { useLocation, useNavigate } from '@space/platform';
import { Badge, Button, ButtonLink } from '@space/ui';
import { isGoingElsewhere } from '../browser/navigation.ts';
import { findPage, type RemoteFailure } from '../registry/registry.ts';
import { PageLine } from '../parts/PageLine.tsx';
import { keptPageAt } from './keptPage.ts';
import { MessagePage } from './MessagePage.tsx';
import { Porthole } from './Porthole.tsx';
import { isStuckImport } from './stuckImport.ts';
import styles from './MessagePage.module.css';

interface RemotePanelProps {
  failure: RemoteFailure;
}

/** Whether only a new document can show the page, according to the network. */
async function needsNewDocument({ owner, cause }: RemoteFailure): Promise<boolean> {
  if (await isStuckImport(cause)) return true;
  if (owner === 'shell') return false;
  try {
    const { needsReload } = await import('../load/openRemotePage.ts');
    return await needsReload(owner);
  } catch (error) {
    return isStuckImport(error);
  }
}

/**
 * Says which part of the site could not be loaded, or is switched off and why. Retry loads it again, usually without a
 * reload.
 */
export function RemotePanel({ failure }: RemotePanelProps) {
  const { owner, reason } = failure;
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [isChecking, setIsChecking] = useState(false);
  const isNavigating = useNavigation().state !== 'idle';
  const isBusy = isNavigating || isChecking;
  const isOff = reason === 'killed';
  const part = findPage(pathname)?.name ?? owner;

  // A visitor who navigates elsewhere during the check is not sent back.
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  async function handleRetry() {
    setIsChecking(true);
    const isReload = await needsNewDocument(failure);
    setIsChecking(false);
    if (isUnmounted.current || isGoingElsewhere()) return;
    if (isReload) location.reload();
    else await navigate({ pathname, search, hash }, { replace: true });
  }

  const badge = (
    <Badge icon={isOff ? 'info' : 'warning'}>
      <span className={styles.sentence}>{isOff ? `Switched off: ${part}` : `No answer from ${part}`}</span>
    </Badge>
  );
  const retry = (
    <Button look="primary" isBusy={isBusy} onClick={() => void handleRetry()}>
      {MESSAGES.remotes.retry}
    </Button>
  );
  const kept = isOff ? null : keptPageAt(pathname);
  if (kept !== null) {
    return (
      <>
        {kept}
        <PageLine>
          <span role="status">{badge}</span> {retry}
        </PageLine>
      </>
    );
  }
  return (
    <MessagePage
      title={isOff ? MESSAGES.remotes.disabledTitle : MESSAGES.remotes.failedTitle}
      text={isOff ? String(failure.cause) : MESSAGES.remotes.failedText}
      art={<Porthole view="silent" />}
      detail={badge}
    >
      {retry}
      {pathname !== PATHS.home && <ButtonLink to={PATHS.home}>{MESSAGES.pages.returnHome}</ButtonLink>}
    </MessagePage>
  );
}
