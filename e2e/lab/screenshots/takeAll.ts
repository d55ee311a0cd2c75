import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settle } from '../../states/index.ts';
import type { State } from '../../states/index.ts';
import type { Stage, View } from './stage.ts';

/** A phone, a tablet, a laptop, a screen on which seven days stand side by side: light and dark. */
const VIEWS: readonly [View, ...View[]] = [
  { width: 320, height: 640, colorScheme: 'light' },
  { width: 320, height: 640, colorScheme: 'dark' },
  { width: 768, height: 1024, colorScheme: 'light' },
  { width: 768, height: 1024, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 1960, height: 1100, colorScheme: 'light' },
  { width: 1960, height: 1100, colorScheme: 'dark' },
];

const AT_ONCE = 2;

const fileOf = (name: string, { width, colorScheme }: View) => `${name}-${width}-${colorScheme}.png`;

function section({ name }: State): string {
  const pictures = VIEWS.map((view) => {
    const file = fileOf(name, view);
    return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy" height="320"></a>`;
  });
  return `<h2>${name}</h2>\n<p style="white-space: nowrap; overflow-x: auto">${pictures.join(' ')}</p>`;
}

async function takeState(stage: Stage, state: State, folder: string): Promise<void> {
  await stage.show(state, VIEWS[0], async (page) => {
    for (const view of VIEWS) {
      await page.setViewportSize(view);
      await page.emulateMedia({ colorScheme: view.colorScheme });
      await settle(page);
      // A picture of the whole page shows what is fixed to the window where the window stands.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await page.screenshot({ path: join(folder, fileOf(state.name, view)), fullPage: true });
    }
  });
}

/** Takes the pictures of these states and a page that shows them. Returns what went wrong, one line a state. */
export async function takeAll(stage: Stage, states: readonly State[], folder: string): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...states];
  const work = async () => {
    for (let state = waiting.shift(); state; state = waiting.shift()) {
      try {
        await takeState(stage, state, folder);
        console.log(`  ${state.name}`);
      } catch (error) {
        failures.push(`${state.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Every state</title>';
  writeFileSync(join(folder, 'index.html'), [head, ...states.map(section)].join('\n'));
  return failures;
}
