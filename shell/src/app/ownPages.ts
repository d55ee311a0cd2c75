import { routesOf } from '@space/federation';
import shell from '../../shell.json';

export const ownPages = routesOf(shell, {
  '/auth': async () => (await import('../auth/AuthPage.tsx')).AuthPage,
  '/admin': async () => (await import('../admin/AdminPage.tsx')).AdminPage,
});
