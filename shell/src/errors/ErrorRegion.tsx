import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { DEVELOPMENT_VERSION } from '@space/federation/development';
import { endPrerendering } from '../browser/endPrerendering.ts';
import { Faults } from '../development/Faults.tsx';
import { isFromSource } from '../development/isFromSource.ts';
import { Region } from '../parts/Region.tsx';
import { isRemoteFailure, type RemoteFailure } from '../registry/registry.ts';
import { Layout } from '../layout/Layout.tsx';
import { CrashPanel, NotFoundPage } from './MessagePage.tsx';
import { RemotePanel } from './RemotePanel.tsx';

/** Decides what replaces a page that cannot be shown. The router's own error page is never seen (rule error-pages). */
export function ErrorRegion() {
  const error = useRouteError();
  useEffect(endPrerendering, []);
  return <Layout>{panelFor(error)}</Layout>;
}

function remotePanel(failure: RemoteFailure) {
  const panel = <RemotePanel failure={failure} />;
  if (!import.meta.env.DEV || !isFromSource(failure.owner)) return panel;
  // A new document, because the browser caches the failed import for as long as this one lives.
  return (
    <Region remote={failure.owner} version={DEVELOPMENT_VERSION} source="development">
      <Faults remote={failure.owner} onFixed={() => location.reload()} />
      {panel}
    </Region>
  );
}

function panelFor(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isRemoteFailure(error)) return remotePanel(error);
  return <CrashPanel />;
}
