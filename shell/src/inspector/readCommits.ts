import { SHELL } from './findRegions.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';

/** A version in a store: versions of development servers have no record. */
const IN_STORE = /-[0-9a-f]{12}$/;

/** The commit that each version was built from, by version, from the records of the releases that this page knows. */
export async function readCommits(): Promise<ReadonlyMap<string, string>> {
  const { shell, remotes } = registryOfPage();
  const folders = [[shell, `/${SHELL}/${shell}/`]];
  for (const { live, canary, previous } of Object.values(remotes)) {
    for (const release of [live, canary?.release, previous])
      if (release)
        folders.push([release.version, release.entry.slice(0, release.entry.lastIndexOf('/') + 1)]);
  }
  const commits = new Map<string, string>();
  const read = async (version: string, folder: string) => {
    try {
      const { commit } = (await (await fetch(`${folder}release.json`)).json()) as { commit?: unknown };
      if (typeof commit === 'string') commits.set(version, `commit ${commit}`);
    } catch {
      // The record cannot be read: the version is shown without its commit.
    }
  };
  const inStore = folders.filter(([version = '']) => IN_STORE.test(version));
  await Promise.all(inStore.map(([version = '', folder = '']) => read(version, folder)));
  return commits;
}
