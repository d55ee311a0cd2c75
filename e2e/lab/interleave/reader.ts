import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { REGISTRY_ELEMENT, parseRegistry, type Registry, type Release } from '@space/federation';
import { integrityOf, readPointer } from '@space/store';

const IMPORT_MAP = /<script type="importmap">([^]*?)<\/script>/;
const REGISTRY = new RegExp(`<script type="application/json" id="${REGISTRY_ELEMENT}">([^]*?)</script>`);
const LINKED_ADDRESS = /(?:src|href)="(\/[^"]+)"/g;

export type Reader = ReturnType<typeof readerOf>;

const textIn = (html: string, pattern: RegExp, what: string) => {
  const text = pattern.exec(html)?.[1];
  if (text === undefined) throw new Error(`A page has no ${what}`);
  return text;
};

/** The registry in the HTML of a page. Throws if it has none or an invalid one. */
export function registryIn(html: string): Registry {
  const value: unknown = JSON.parse(textIn(html, REGISTRY, 'registry'));
  return parseRegistry(value);
}

const releasesIn = (registry: Registry): Release[] =>
  Object.values(registry.remotes).flatMap(({ live, previous, canary }) =>
    [live, previous, canary?.release ?? null].filter((release) => release !== null),
  );

/**
 * Creates a reader that reads a store as browsers do and throws at any inconsistency. It computes each hash once, because
 * files of a release never change.
 */
export function readerOf(store: string) {
  const hashes = new Map<string, string>();
  let pages = 0;

  async function checkFile(address: string, integrity: string | null): Promise<void> {
    const file = join(store, address.replace(/\?.*$/, ''));
    if (!hashes.has(file)) hashes.set(file, integrityOf(await readFile(file)));
    await stat(file);
    if (integrity !== null && hashes.get(file) !== integrity)
      throw new Error(`${address} is not the file that the page names`);
  }

  async function checkPointers(registry: Registry): Promise<void> {
    for (const [name, { live }] of Object.entries(registry.remotes)) {
      const pointer = await readPointer(store, name);
      const known = [pointer.live, ...pointer.history].map((entry) => entry?.version);
      if (!known.includes(live.version))
        throw new Error(`A page offers ${name} ${live.version}, which was never live`);
    }
  }

  async function readPage(path: string): Promise<string> {
    const html = await readFile(join(store, path, 'index.html'), 'utf8');
    // Written by the store. Anything but an import map fails below.
    type ImportMap = { integrity: Record<string, string> };
    const { integrity } = JSON.parse(textIn(html, IMPORT_MAP, 'import map')) as ImportMap;
    const registry = registryIn(html);
    for (const [address, hash] of Object.entries(integrity)) await checkFile(address, hash);
    for (const [, address = ''] of html.matchAll(LINKED_ADDRESS))
      await checkFile(address, integrity[address] ?? null);
    for (const { entry, preload, styles } of releasesIn(registry)) {
      for (const address of [entry, ...preload])
        if (integrity[address] === undefined) throw new Error(`The import map does not name ${address}`);
      for (const { href, integrity: hash } of styles) await checkFile(href, hash);
    }
    await checkPointers(registry);
    pages += 1;
    return JSON.stringify(JSON.parse(textIn(html, REGISTRY, 'registry')));
  }

  return {
    readPage,
    /** `registry.json` as text without whitespace. */
    readRegistry: async () =>
      JSON.stringify(JSON.parse(await readFile(join(store, 'registry.json'), 'utf8'))),
    count: () => pages,
  };
}
