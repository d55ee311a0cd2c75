import { useEffect } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { useNavigate } from '@space/platform';
import { MessagePage } from '../errors/MessagePage.tsx';
import { ButtonLink } from '@space/ui';

const READING_TIME = 3_000;

/** Roles were removed (spec sections 2 and 6): says so for as long as it takes to read, then goes on. */
export function AdminPage() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(PATHS.dashboard, { replace: true }), READING_TIME);
    return () => {
      clearTimeout(timer);
    };
  }, [navigate]);
  return (
    <MessagePage title={MESSAGES.pages.adminDisabled} text={MESSAGES.pages.adminReason}>
      <ButtonLink to={PATHS.dashboard}>Go to the dashboard now</ButtonLink>
    </MessagePage>
  );
}
