// Checks every package with its own tsconfig.json and shows all that is wrong, not only the first package's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const packages = (process.env.SPACE_PACKAGES ?? '')
  .split(' ')
  .filter((folder) => existsSync(`${folder}/tsconfig.json`));
const failed = packages.filter((folder) => {
  const { status } = spawnSync('tsc', ['--pretty', '-p', folder], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`${packages.length} packages have no type errors`);
