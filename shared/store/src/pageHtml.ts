import { createHash } from 'node:crypto';
import { AGAIN, REGISTRY_ELEMENT, parseRegistry } from '@space/federation';
import type { Registry } from '@space/federation';
import { addressOf } from './layout.ts';
import type { ReleaseRecord } from './schema.ts';
import type { PagePermissions } from './securityHeaders.ts';

/** Where the shell's index.html wants what is derived. */
const PLACE = '<!-- registry -->';

/** JSON that may stand inside a script element: no '<' that could end it. */
const inline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Hashes of every script of every release that a page may load. The browser checks each against it, however it was
 * asked for, and refuses what differs. The entry has a second address: a failed import is remembered by its address.
 */
export function integrityMap(records: readonly ReleaseRecord[]): Record<string, string> {
  const map: Record<string, string> = {};
  for (const record of records) {
    for (const [file, { integrity }] of Object.entries(record.files)) {
      if (!file.endsWith('.js')) continue;
      const address = addressOf(record.name, record.version) + file;
      map[address] = integrity;
      if (file === record.entry) for (const again of AGAIN) map[address + again] = integrity;
    }
  }
  return map;
}

/**
 * Makes the HTML of one page from the shell's template: the import map with the hashes, the registry, and hints for what
 * the page will need. Without a path: the page of an unknown address, which needs nothing.
 */
export function pageHtml(
  template: string,
  registry: Registry,
  records: readonly ReleaseRecord[],
  path: string | null,
): string {
  const owner = Object.values(registry.remotes).find(({ pages }) => pages.some((page) => page.path === path));
  const needs = owner && owner.disabled === null ? [owner.live.entry, ...owner.live.preload] : [];
  const integrity = integrityMap(records);
  const derived = [
    `<script type="importmap">${inline({ integrity })}</script>`,
    `<script type="application/json" id="${REGISTRY_ELEMENT}">${inline(registry)}</script>`,
    // The hash again: the browser looks ahead for these links before it has read the import map.
    ...needs.map(
      (href) => `<link rel="modulepreload" crossorigin href="${href}" integrity="${integrity[href] ?? ''}">`,
    ),
  ].join('\n    ');
  if (!template.includes(PLACE)) throw new Error(`The shell's index.html has no place for ${PLACE}`);
  return template
    .replaceAll(/(src|href)="\.\//g, `$1="${addressOf('shell', registry.shell)}`)
    .replace(PLACE, () => derived);
}

/**
 * What a page's own HTML asks the Content-Security-Policy for: the hashes of its import map, and the origins its registry
 * allows overrides from. Takes the HTML as it is sent.
 */
export function permissionsOf(
  html: string,
): Required<Pick<PagePermissions, 'scriptHashes' | 'overrideOrigins'>> {
  const maps = html.matchAll(/<script type="importmap">([^]*?)<\/script>/g);
  const [, registry] = REGISTRY.exec(html) ?? [];
  return {
    scriptHashes: [...maps].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
    overrideOrigins: registry === undefined ? [] : parseRegistry(JSON.parse(registry)).overrideOrigins,
  };
}

const REGISTRY = new RegExp(`<script type="application/json" id="${REGISTRY_ELEMENT}">([^]*?)</script>`);
