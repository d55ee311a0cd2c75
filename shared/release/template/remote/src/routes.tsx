import type { RemoteRoute } from '@space/federation';

export const routes: RemoteRoute[] = [
  {
    path: '/sample',
    handle: { title: 'Sample' },
    lazy: async () => ({ Component: (await import('./sample/SamplePage.tsx')).SamplePage }),
  },
];
