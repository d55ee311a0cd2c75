import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticPage } from '@space/platform/prerender';

/**
 * Renders a page as it looks before anything is known of who reads it, and when. Takes the page's path, its component and, where
 * the path has parameters, the address; returns HTML that React can hydrate. Throws what the page throws.
 */
export function renderPage(path: string, Page: ComponentType, address?: string): string {
  return renderToString(
    <StaticPage path={path} address={address}>
      {createElement(Page)}
    </StaticPage>,
  );
}
