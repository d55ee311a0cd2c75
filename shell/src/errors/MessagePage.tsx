import { useEffect, useState, type ReactNode } from 'react';
import { MESSAGES, PATHS } from '@space/domain';
import { usePageTitle } from '@space/platform';
import { Button, ButtonLink } from '@space/ui';
import { OwnPage } from '../parts/parts.tsx';
import type { PortholeView } from './drawPorthole.tsx';
import styles from './errors.module.css';

/** A round window into space. Its drawing is in no page's first load; without a network the window stays empty. */
function Porthole({ view }: { view: PortholeView }) {
  const [drawing, setDrawing] = useState<ReactNode>(null);
  useEffect(() => {
    void import('./drawPorthole.tsx').then(
      ({ drawPorthole }) => setDrawing(drawPorthole(view)),
      () => {},
    );
  }, [view]);
  return (
    <div className={styles.window} data-view={view}>
      <div className={styles.adrift}>{drawing}</div>
    </div>
  );
}

interface MessagePageProps {
  title: string;
  text: string;
  /** What the window above the text shows; between two digits, if the page was not found. */
  view: PortholeView;
  /** More information, between the text and the actions. */
  detail?: ReactNode;
  children: ReactNode;
}

/** A page with one message, and actions below it. It sets its own title, because it has no route. */
export function MessagePage({ title, text, view, detail, children }: MessagePageProps) {
  usePageTitle(title);
  return (
    <OwnPage>
      <main id="main" className={styles.main}>
        <div className={styles.art} aria-hidden="true">
          {view === 'lost' && <span className={styles.digit}>4</span>}
          <Porthole view={view} />
          {view === 'lost' && <span className={styles.digit}>4</span>}
        </div>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {detail}
        <p className={styles.actions}>{children}</p>
      </main>
    </OwnPage>
  );
}

export function NotFoundPage() {
  return (
    <MessagePage title={MESSAGES.pages.notFound} text={MESSAGES.pages.notFoundText} view="lost">
      <ButtonLink to={PATHS.home} look="primary" size="l">
        {MESSAGES.pages.returnHome}
      </ButtonLink>
    </MessagePage>
  );
}

export function CrashPanel() {
  return (
    <MessagePage title={MESSAGES.pages.crashedTitle} text={MESSAGES.pages.crashedText} view="crash">
      <Button look="primary" onClick={() => location.reload()}>
        {MESSAGES.pages.reload}
      </Button>
      <ButtonLink to={PATHS.home}>{MESSAGES.pages.returnHome}</ButtonLink>
    </MessagePage>
  );
}
