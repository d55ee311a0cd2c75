import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { takeReadme } from './readme.ts';
import { openStage } from './stage.ts';
import { takeAll } from './takeAll.ts';
import { STATES } from '../../states/index.ts';

// `npm run lab -- screenshots`: every page and state at four widths, light and dark, into the git-ignored folder
// screenshots/, with a page to look through them. `--only dashboard,crash`: those whose name contains one of the words.
// `--readme`: the pictures of README.md instead, into docs/images/.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, readme: { type: 'boolean' } },
});

const stage = await openStage();
try {
  if (values.readme) {
    await takeReadme(stage, join(ROOT, 'docs', 'images'));
  } else {
    const folder = join(ROOT, 'screenshots');
    mkdirSync(folder, { recursive: true });
    const words = values.only.split(',');
    const states = STATES.filter(({ name }) => words.some((word) => name.includes(word)));
    const failures = await takeAll(stage, states, folder);
    console.log(`Look at them: ${pathToFileURL(join(folder, 'index.html')).href}`);
    for (const failure of failures) console.error(`Failed: ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
  }
} finally {
  await stage.close();
}
