import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settle } from '../../states/index.ts';
import type { State } from '../../states/index.ts';
import { contactSheet } from './contactSheet.ts';
import type { Stage } from './stage.ts';
import { VIEWS, fileOf } from './views.ts';

const AT_ONCE = 2;

async function takeState(stage: Stage, state: State, folder: string): Promise<void> {
  const [first] = VIEWS;
  if (!first) throw new Error('There is no view to take pictures of');
  mkdirSync(dirname(join(folder, state.name)), { recursive: true });
  await stage.show(state, first, async (page) => {
    for (const view of VIEWS) {
      await page.setViewportSize({ width: view.width, height: view.height });
      await page.emulateMedia({ colorScheme: view.scheme });
      await settle(page);
      // A picture of the whole page shows what is fixed to the window where the window stands.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await page.screenshot({ path: join(folder, fileOf(state.name, view)), fullPage: true });
    }
  });
}

/** Takes the pictures of these states and the page that shows them. Returns what went wrong, one line a state. */
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
  writeFileSync(join(folder, 'index.html'), contactSheet(states));
  return failures;
}
