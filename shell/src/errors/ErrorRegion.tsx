import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { isRemoteFailure } from '../registry/remoteFailure.ts';
import { Layout } from '../layout/Layout.tsx';
import { CrashPanel } from './CrashPanel.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RemotePanel } from './RemotePanel.tsx';

/** Decides what replaces a page that cannot be shown. The router's own error page is never seen (rule error-pages). */
export function ErrorRegion() {
  const error = useRouteError();
  return <Layout>{panelFor(error)}</Layout>;
}

function panelFor(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isRemoteFailure(error)) return <RemotePanel failure={error} />;
  return <CrashPanel />;
}
