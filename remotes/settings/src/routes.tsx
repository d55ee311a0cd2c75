import { routesOf } from '@space/federation';
import { pages } from '../remote.json';

export const routes = routesOf(pages, {
  '/settings': async () => (await import('./page/SettingsPage.tsx')).SettingsPage,
});
