import type { NavigationEntry } from '@space/federation';
import { registryOfPage } from './registryOfPage.ts';

/** What the remotes that are not switched off add to the navigation, for pages of their own that people with a session may see. */
export const navigationOfSite = (): NavigationEntry[] =>
  Object.values(registryOfPage().remotes).flatMap(({ pages, navigation = [], disabled }) =>
    navigation.filter(
      (entry) =>
        disabled === null && pages.some(({ path, access }) => path === entry.path && access !== 'signed-out'),
    ),
  );
