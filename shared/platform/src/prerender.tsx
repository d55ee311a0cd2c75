import type { ReactNode } from 'react';
import { StaticRouter } from 'react-router-dom';

interface StaticPageProps {
  /** The page's path. */
  path: string;
  children: ReactNode;
}

/** What a page needs around it to be rendered in Node, where there is no router of a shell. For releases alone. */
export function StaticPage({ path, children }: StaticPageProps) {
  return <StaticRouter location={path}>{children}</StaticRouter>;
}
