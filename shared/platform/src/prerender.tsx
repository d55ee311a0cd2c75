import type { ReactNode } from 'react';
import { Route, Routes, StaticRouter } from 'react-router-dom';

interface StaticPageProps {
  /** The page's path. */
  path: string;
  /** Its address, where the path has parameters. */
  address?: string | undefined;
  children: ReactNode;
}

/** What a page needs around it to be rendered in Node, where there is no router of a shell. For releases alone. */
export function StaticPage({ path, address = path, children }: StaticPageProps) {
  return (
    <StaticRouter location={address}>
      <Routes>
        <Route path={path} element={children} />
      </Routes>
    </StaticRouter>
  );
}
