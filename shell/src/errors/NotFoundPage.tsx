import { MESSAGES, PATHS } from '@space/domain';
import { ButtonLink } from '@space/ui';
import { MessagePage } from './MessagePage.tsx';

/** The page of an unknown route. */
export function NotFoundPage() {
  return (
    <MessagePage title={MESSAGES.pages.notFound}>
      <ButtonLink to={PATHS.home} look="primary">
        {MESSAGES.pages.returnHome}
      </ButtonLink>
    </MessagePage>
  );
}
