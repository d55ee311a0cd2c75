import { PATHS } from '@space/domain';
import type { PageHandle, RemoteModule } from '@space/federation';

export const routes: RemoteModule['routes'] = [
  {
    path: PATHS.dashboard,
    handle: { title: 'Dashboard' } satisfies PageHandle,
    lazy: async () => ({ Component: (await import('./dashboard/DashboardPage.tsx')).DashboardPage }),
  },
];
