import { routesOf } from '@space/federation';
import { pages } from '../../shell.json';

export const ownPages = routesOf(pages, {
  '/auth': async () => (await import('../auth/AuthPage.tsx')).AuthPage,
  '/admin': async () => (await import('../admin/AdminPage.tsx')).AdminPage,
});
