import type { ReactNode } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { usePageTitle } from '@space/platform';
import { Brand, Button, ButtonLink } from '@space/ui';
import styles from './MessagePage.module.css';
import { Porthole } from './Porthole.tsx';

interface MessagePageProps {
  title: string;
  text?: string;
  /** A decorative drawing above the text. */
  art: ReactNode;
  /** More information, between the text and the actions. */
  detail?: ReactNode;
  /** The actions. */
  children: ReactNode;
}

/** A page with one message. It sets its own title, because it has no route. */
export function MessagePage({ title, text, art, detail, children }: MessagePageProps) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main id="main" className={styles.main}>
        <div className={styles.art} aria-hidden="true">
          {art}
        </div>
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
        {detail}
        <p className={styles.actions}>{children}</p>
      </main>
    </div>
  );
}

export function NotFoundPage() {
  const art = (
    <div className={styles.number}>
      <span className={styles.digit}>4</span>
      <Porthole view="lost" />
      <span className={styles.digit}>4</span>
    </div>
  );
  return (
    <MessagePage title={MESSAGES.pages.notFound} text={MESSAGES.pages.notFoundText} art={art}>
      <ButtonLink to={PATHS.home} look="primary" size="l">
        {MESSAGES.pages.returnHome}
      </ButtonLink>
    </MessagePage>
  );
}

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
