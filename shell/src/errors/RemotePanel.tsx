import { useNavigation } from 'react-router-dom';
import { MESSAGES, PATHS } from '@space/domain';
import type { PageOwner } from '@space/domain';
import { useLocation, useNavigate } from '@space/platform';
import { Badge, Button, ButtonLink } from '@space/ui';
import { MessagePage } from './MessagePage.tsx';
import { Porthole } from './Porthole.tsx';
import { isStuckImport } from './stuckImport.ts';
import styles from './RemotePanel.module.css';

interface RemotePanelProps {
  owner: PageOwner;
  /** What the part failed with. */
  cause: unknown;
}

/** What people call the parts of the site. */
const PARTS = {
  shell: 'the sign-in',
  marketing: 'the public pages',
  planner: 'the planner',
  settings: 'the settings',
  retro: 'retro mode',
} as const satisfies Record<PageOwner, string>;

/** A part of the site could not be loaded: says which, and asks the network again on Retry, as a rule without a reload. */
export function RemotePanel({ owner, cause }: RemotePanelProps) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isBusy = useNavigation().state !== 'idle';

  async function handleRetry() {
    if (await isStuckImport(cause)) location.reload();
    else await navigate({ pathname, search, hash }, { replace: true });
  }

  return (
    <MessagePage
      title={MESSAGES.remotes.failedTitle}
      text={MESSAGES.remotes.failedText}
      art={<Porthole view="silent" />}
      detail={
        <Badge icon="warning">
          <span className={styles.sentence}>No answer from {PARTS[owner]}</span>
        </Badge>
      }
    >
      <Button look="primary" isBusy={isBusy} onClick={() => void handleRetry()}>
        {MESSAGES.remotes.retry}
      </Button>
      {pathname !== PATHS.home && <ButtonLink to={PATHS.home}>{MESSAGES.pages.returnHome}</ButtonLink>}
    </MessagePage>
  );
}
