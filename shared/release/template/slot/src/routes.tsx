import type { SlotLoaders } from '@space/federation';
import type { SlotData } from '@space/platform';

export const pages = {
  '/sample': async () => (await import('./sample/SamplePage.tsx')).SamplePage,
};

export const slots = {
  'planner.aside': async () => (await import('./sample/SampleAside.tsx')).SampleAside,
} satisfies SlotLoaders<SlotData>;
