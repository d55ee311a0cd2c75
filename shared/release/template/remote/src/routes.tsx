import { routesOf } from '@space/federation';
import { pages } from '../remote.json';

export const routes = routesOf(pages, {
  '/sample': async () => (await import('./sample/SamplePage.tsx')).SamplePage,
});
