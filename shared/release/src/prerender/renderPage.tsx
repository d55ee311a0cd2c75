import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticPage } from '@space/platform/prerender';

/**
 * Renders a page without a session and without a current date. Takes the page's path, its component and, if the path has
 * parameters, the address; returns HTML that React can hydrate. Throws what the page throws.
 */
export function renderPage(path: string, Page: ComponentType, address?: string): string {
  return renderToString(
    <StaticPage path={path} address={address}>
      {createElement(Page)}
    </StaticPage>,
  );
}
