import type { NavigationEntry } from '@space/federation';
import { registryOfPage } from './registryOfPage.ts';

/** The navigation entries of remotes that are not switched off, for their own pages that a signed-in user may see. */
export const navigationOfSite = (): NavigationEntry[] =>
  Object.values(registryOfPage().remotes).flatMap(({ pages, navigation = [], disabled }) =>
    navigation.filter(
      (entry) =>
        disabled === null && pages.some(({ path, access }) => path === entry.path && access !== 'signed-out'),
    ),
  );
