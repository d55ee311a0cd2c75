import { routesOf } from '@space/federation';
import { pages } from '../remote.json';

export const routes = routesOf(pages, {
  '/dashboard': async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
});
