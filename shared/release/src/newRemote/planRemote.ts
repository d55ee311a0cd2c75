import { checkPages, isRemoteName, type PageClaim } from '@space/federation';
import type { RemoteDeclaration } from '@space/store';

/** The existing apps and packages, with which a new remote must not conflict. */
export interface TakenNames {
  /** The declarations of the shell and the remotes. */
  declarations: readonly (Pick<RemoteDeclaration, 'name' | 'port'> & {
    pages: readonly PageClaim[];
  })[];
  /** The names of the repository's packages, without '@space/'. */
  packages: readonly string[];
}

/** A name is used for a component, too: in it, hyphens only join words. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** The initial budget of a remote: bytes of code and styles after gzip. */
const BUDGET = 60_000;

/**
 * Checks whether a remote can be created under a name, and creates its declaration: one public page at `/<name>`, and the
 * next free port.
 *
 * Takes the name and the taken names; returns the declaration, or the reason (a sentence).
 */
export function planRemote(
  name: string,
  { declarations, packages }: TakenNames,
): { ok: true; declaration: RemoteDeclaration } | { ok: false; reason: string } {
  if (!isRemoteName(name) || !NAME.test(name)) {
    const rule = `lower-case letters, digits and single hyphens, beginning with a letter, at most 31 characters, and not 'constructor'`;
    return { ok: false, reason: `'${name}' cannot be the name of a remote: use ${rule}.` };
  }
  if (declarations.some((one) => one.name === name)) {
    return { ok: false, reason: `A remote '${name}' already exists.` };
  }
  if (packages.includes(name)) {
    return {
      ok: false,
      reason: `A package '@space/${name}' already exists, so no remote can have that name.`,
    };
  }
  const pages: RemoteDeclaration['pages'] = [
    {
      path: `/${name}`,
      access: 'public',
      title: titleOf(name),
      description: 'A new part of Better Space, made and released by one team.',
    },
  ];
  const [refusal] = checkPages(name, pages, declarations);
  if (refusal) return { ok: false, reason: `'${name}' cannot be the name of a remote: ${refusal.message}.` };
  const port = Math.max(...declarations.map((one) => one.port)) + 1;
  return {
    ok: true,
    declaration: { name, title: wordsOf(name), port, pages, budget: { gzip: BUDGET } },
  };
}

/** 'time-tracker' → 'Time tracker'. */
export function titleOf(name: string): string {
  const words = wordsOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'time-tracker' → 'time tracker'. */
function wordsOf(name: string): string {
  return name.replaceAll('-', ' ');
}
