import { needsRuntime } from '@space/federation';
import { ownerAt } from './prerendered.ts';
import { NEEDS, OLDER_NEEDS } from './schema.ts';
import type { PageSources } from './pageParts.ts';
import { addressOf } from './layout.ts';

interface Needs {
  scripts: string[];
  /** The scripts that the page is shown and used without: they must not delay the others. */
  late: ReadonlySet<string>;
  /** The shell's own style sheets have no hash. */
  styles: { href: string; integrity: string | null }[];
}

/**
 * All files that a page requests before it is interactive, so that the browser learns of them at once instead of chunk by
 * chunk: the page's own chunks, what the shell needs to load a remote, and the backend's client if the page shows nothing
 * without it.
 */
export function needsOf(sources: PageSources, path: string | null): Needs {
  const { registry, shell } = sources;
  const { state: owner, claim } = ownerAt(sources, path);
  const chunks = shell?.chunks ?? {};
  const inShell = (files: string[] = []) => files.map((file) => addressOf('shell', registry.shell) + file);
  const ofShell = (need: string) => inShell(chunks[need] ?? chunks[OLDER_NEEDS[need] ?? '']);
  const files: string[] = [];
  const late: string[] = [];
  if (owner && claim && owner.disabled === null) {
    files.push(...ofShell(NEEDS.remote), owner.live.entry, ...owner.live.preload);
    if (needsRuntime(owner.live.plugin)) files.push(...ofShell(NEEDS.runtime));
    files.push(...(owner.live.chunks?.[claim.path] ?? []), ...owner.live.styles.map(({ href }) => href));
    if (claim.access === 'signed-in') late.push(...ofShell(NEEDS.session));
  } else if (path !== null) files.push(...inShell(chunks[path]));
  const all = [...new Set([...files, ...late])];
  return {
    scripts: all.filter((file) => file.endsWith('.js')),
    late: new Set(late.filter((file) => !files.includes(file))),
    styles: all
      .filter((file) => file.endsWith('.css'))
      .map((href) => ({
        href,
        integrity: owner?.live.styles.find((style) => style.href === href)?.integrity ?? null,
      })),
  };
}
