import type { RemoteRoute } from '@space/federation';

export const routes: RemoteRoute[] = [
  {
    path: '/sample',
    handle: { title: 'Sample', description: 'A new part of Better Space, made and released by one team.' },
    lazy: async () => ({ Component: (await import('./sample/SamplePage.tsx')).SamplePage }),
  },
];
