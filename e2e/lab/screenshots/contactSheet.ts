import type { State } from '../../states/index.ts';
import { VIEWS, fileOf } from './views.ts';

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
export function contactSheet(states: readonly State[]): string {
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
