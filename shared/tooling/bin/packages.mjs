import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the repository's folder; returns the folders of its packages, relative to it. */
export function packagesOf(root) {
  const folders = ['shared', 'remotes'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return ['shell', 'e2e', 'e2e/lab', 'e2e/other-planner', ...folders];
}
