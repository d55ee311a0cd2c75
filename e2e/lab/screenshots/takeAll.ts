import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settle } from '../../states/index.ts';
import type { State } from '../../states/index.ts';
import type { Stage } from './stage.ts';
import { VIEWS, fileOf } from './views.ts';

const AT_ONCE = 2;

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
  body { margin: 1.5rem }
  nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-block-end: 2rem }
  section { margin-block-end: 2.5rem }
  h2 { font-size: 1.1rem; margin-block: 0 .5rem }
  .row { display: flex; gap: .75rem; overflow-x: auto; padding-block-end: .5rem }
  figure { flex: none; margin: 0 }
  img { display: block; block-size: 20rem; max-inline-size: 34rem; object-fit: cover; object-position: top;
    border: 1px solid color-mix(in srgb, currentcolor 30%, transparent) }
  figcaption { font-size: .8rem }
`;

const idOf = ({ name }: State) => name.replaceAll('/', '-');

function section(state: State): string {
  const figures = VIEWS.map((view) => {
    const file = fileOf(state.name, view);
    const words = `${view.width} px, ${view.scheme}`;
    return `<figure><a href="${file}"><img src="${file}" alt="${state.name}, ${words}" loading="lazy"></a><figcaption>${words}</figcaption></figure>`;
  });
  return `<section id="${idOf(state)}"><h2>${state.name}</h2><div class="row" tabindex="0" role="group" aria-label="${state.name}">${figures.join('')}</div></section>`;
}

/** A page on which all pictures of these states can be looked through at once; it is in the folder of pictures. */
function contactSheet(states: readonly State[]): string {
  const links = states.map((state) => `<a href="#${idOf(state)}">${state.name}</a>`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<meta charset="utf-8"><title>Better Space — every state</title><style>${STYLE}</style>`,
    `<h1>Every page and state</h1><nav>${links.join('')}</nav>`,
    ...states.map(section),
    '</html>',
    '',
  ].join('\n');
}

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
