import { useEffect, useState, type ReactNode } from 'react';
import { isRouteErrorResponse, useNavigation, useRouteError } from 'react-router-dom';
import { MESSAGES, PATHS } from '@space/domain';
import { DEVELOPMENT_VERSION } from '@space/federation/development';
import { useLocation, useNavigate } from '@space/platform';
import { Badge, Button, ButtonLink } from '@space/ui';
import { endPrerendering, isGoingElsewhere, withTimeLimit } from '../browser/browser.ts';
import { Faults, isFromSource } from '../development/SourceFaults.tsx';
import { Layout } from '../layout/Layout.tsx';
import { PageLine } from '../parts/parts.tsx';
import { findPage, RemoteFailure } from '../registry/registry.ts';
import { CrashPanel, MessagePage, NotFoundPage } from './MessagePage.tsx';
import { needsNewDocument } from './stuckImport.ts';

let prerendered: { path: string; page: ReactNode } | null = null;

/** Saves the prerendered page, which is still readable, from the element that React is about to empty. */
export async function savePrerenderedPage(container: Element, remote: string, path: string): Promise<void> {
  try {
    const { takePrerenderedPage } = await withTimeLimit(import('./PrerenderedPage.tsx'));
    prerendered = { path, page: takePrerenderedPage(container, remote) };
  } catch {
    // Then the panel replaces the page.
  }
}

/** Says which part of the site could not be loaded, or is switched off and why; below a prerendered page in one line. */
function RemotePanel({ failure }: { failure: RemoteFailure }) {
  const { owner, reason } = failure;
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [isChecking, setIsChecking] = useState(false);
  const isNavigating = useNavigation().state !== 'idle';
  const isOff = reason === 'killed';
  const part = findPage(pathname)?.name ?? owner;

  async function handleRetry() {
    const { href } = location;
    setIsChecking(true);
    const isReload = await needsNewDocument(failure);
    setIsChecking(false);
    // A visitor who navigates elsewhere during the check is not sent back.
    if (location.href !== href || isGoingElsewhere()) return;
    if (isReload) location.reload();
    else await navigate({ pathname, search, hash }, { replace: true });
  }

  const badge = (
    <Badge icon={isOff ? 'info' : 'warning'}>
      {isOff ? `Switched off: ${part}` : `No answer from ${part}`}
    </Badge>
  );
  const retry = (
    <Button look="primary" isBusy={isNavigating || isChecking} onClick={() => void handleRetry()}>
      {MESSAGES.remotes.retry}
    </Button>
  );
  if (!isOff && prerendered?.page && prerendered.path === pathname) {
    return (
      <>
        {prerendered.page}
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
      view="silent"
      detail={badge}
    >
      {retry}
      {pathname !== PATHS.home && <ButtonLink to={PATHS.home}>{MESSAGES.pages.returnHome}</ButtonLink>}
    </MessagePage>
  );
}

function panelFor(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (!(error instanceof RemoteFailure)) return <CrashPanel />;
  const panel = <RemotePanel failure={error} />;
  if (!import.meta.env.DEV || !isFromSource(error.owner)) return panel;
  // A new document, because the browser caches the failed import for as long as this one lives.
  return (
    <div data-remote={error.owner} data-version={DEVELOPMENT_VERSION} data-source="development">
      <Faults remote={error.owner} onFixed={() => location.reload()} />
      {panel}
    </div>
  );
}

/** Decides what replaces a page that cannot be shown. The router's own error page is never seen. */
export function ErrorRegion() {
  const error = useRouteError();
  useEffect(endPrerendering, []);
  return <Layout>{panelFor(error)}</Layout>;
}
