import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticPage } from '@space/platform/prerender';

/**
 * Renders a page as it looks before anything is known of who reads it, and when. Takes the page's path and its component;
 * returns HTML that React can hydrate. Throws what the page throws.
 */
export function renderPage(path: string, Page: ComponentType): string {
  return renderToString(<StaticPage path={path}>{createElement(Page)}</StaticPage>);
}
