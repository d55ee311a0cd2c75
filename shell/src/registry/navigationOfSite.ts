import type { NavigationEntry, PageAccess } from '@space/federation';
import { registryOfPage } from './registryOfPage.ts';

/** What the remotes that are not switched off add to the navigation, each with who may see its page. */
export const navigationOfSite = (): (NavigationEntry & { access: PageAccess })[] =>
  Object.values(registryOfPage().remotes).flatMap(({ pages, navigation = [], disabled }) =>
    pages.flatMap(({ path, access }) => {
      const entry = disabled === null && navigation.find((one) => one.path === path);
      return entry ? [{ ...entry, access }] : [];
    }),
  );
