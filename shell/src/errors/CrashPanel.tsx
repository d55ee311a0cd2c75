import { MESSAGES, PATHS } from '@space/domain';
import { Button, ButtonLink } from '@space/ui';
import { MessagePage } from './MessagePage.tsx';
import { Porthole } from './Porthole.tsx';

export function CrashPanel() {
  return (
    <MessagePage
      title={MESSAGES.pages.crashedTitle}
      text={MESSAGES.pages.crashedText}
      art={<Porthole view="crash" />}
    >
      <Button look="primary" onClick={() => location.reload()}>
        {MESSAGES.pages.reload}
      </Button>
      <ButtonLink to={PATHS.home}>{MESSAGES.pages.returnHome}</ButtonLink>
    </MessagePage>
  );
}
