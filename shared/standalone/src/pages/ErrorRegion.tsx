import type { ReactNode } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { MESSAGES } from '@space/domain';
import { usePageTitle } from '@space/platform';
import { Button, ButtonLink } from '@space/ui';
import { Host } from '../host/Host.tsx';
import { useSite } from '../host/standaloneSite.ts';
import styles from './Page.module.css';
import { isPageFailure } from './pageFailure.ts';

/** Decides what replaces a page that cannot be shown: the same three cases as in the shell (rule error-pages). */
export function ErrorRegion() {
  const error = useRouteError();
  return <Host>{panelFor(error)}</Host>;
}

function panelFor(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const remotes = MESSAGES.remotes;
  const pages = MESSAGES.pages;
  if (isPageFailure(error)) return <Reload title={remotes.failedTitle} text="" label={remotes.retry} />;
  return <Reload title={pages.crashedTitle} text={pages.crashedText} label={pages.reload} />;
}

function NotFound() {
  const { title, first } = useSite();
  return (
    <MessagePage
      title={MESSAGES.pages.notFound}
      text={`Only ${title} runs here, without the rest of the site.`}
    >
      <ButtonLink to={first} look="primary">
        {MESSAGES.pages.returnHome}
      </ButtonLink>
    </MessagePage>
  );
}

/** A reload fetches everything again: some browsers remember an import that failed. */
function Reload({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <MessagePage title={title} text={text}>
      <Button look="primary" onClick={() => location.reload()}>
        {label}
      </Button>
    </MessagePage>
  );
}

interface MessagePageProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** A page with one message. It sets its own title, because it has no route. */
function MessagePage({ title, text, children }: MessagePageProps) {
  usePageTitle(title);
  return (
    <main id="main" className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {text !== '' && <p className={styles.text}>{text}</p>}
      <p className={styles.actions}>{children}</p>
    </main>
  );
}
