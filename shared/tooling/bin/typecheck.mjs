// Checks every package with its own tsconfig.json and shows all that is wrong, not only the first package's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { packagesOf } from './packages.mjs';
import { toolWords } from './tool.mjs';

const packages = packagesOf('.').filter((folder) => existsSync(`${folder}/tsconfig.json`));
const failed = packages.filter((folder) => {
  const [command, words] = toolWords('.', 'typescript', ['--pretty', '-p', folder]);
  return spawnSync(command, words, { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`${packages.length} packages have no type errors`);
