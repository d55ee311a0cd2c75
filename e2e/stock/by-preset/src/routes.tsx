import { routesOf } from '@space/federation';
import declaration from '../remote.json';

export const routes = routesOf(declaration.pages, {
  '/by-preset': () => import('./HelloPage.tsx').then(({ HelloPage }) => HelloPage),
});
