import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticPage } from '@space/platform/prerender';

/** Renders a page at an address without a session and without a current date; returns HTML that React can hydrate. */
export const renderPage = (path: string, Page: ComponentType, address?: string): string =>
  renderToString(
    <StaticPage path={path} address={address}>
      {createElement(Page)}
    </StaticPage>,
  );
