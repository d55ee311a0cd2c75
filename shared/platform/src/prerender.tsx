import type { ReactNode } from 'react';
import { Route, Routes, StaticRouter } from 'react-router-dom';

interface StaticPageProps {
  /** The page's path. */
  path: string;
  /** The page's address, if the path has parameters. */
  address?: string | undefined;
  children: ReactNode;
}

/** Wraps a page in a router, to render it in Node without the shell. Only for releases. */
export function StaticPage({ path, address = path, children }: StaticPageProps) {
  return (
    <StaticRouter location={address}>
      <Routes>
        <Route path={path} element={children} />
      </Routes>
    </StaticRouter>
  );
}
