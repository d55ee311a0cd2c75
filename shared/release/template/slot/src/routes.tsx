import { routesOf, slotsOf } from '@space/federation';
import type { SlotData } from '@space/platform';
import { fills, pages } from '../remote.json';

export const routes = routesOf(pages, {
  '/sample': async () => (await import('./sample/SamplePage.tsx')).SamplePage,
});

export const slots = slotsOf<SlotData>(fills, {
  'planner.aside': async () => (await import('./sample/SampleAside.tsx')).SampleAside,
});
