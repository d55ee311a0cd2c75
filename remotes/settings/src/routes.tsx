import { PATHS } from '@space/domain';
import type { RemoteRoute } from '@space/federation';

export const routes: RemoteRoute[] = [
  {
    path: PATHS.settings,
    handle: { title: 'Settings' },
    lazy: async () => ({ Component: (await import('./page/SettingsPage.tsx')).SettingsPage }),
  },
];
