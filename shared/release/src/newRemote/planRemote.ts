import { checkPages, slotsOffered, type PageClaim } from '@space/federation';
import type { RemoteDeclaration } from '@space/store';

/** What a new remote has to keep clear of. */
export interface Surroundings {
  /** What the shell and the remotes declare. */
  declarations: readonly (Pick<RemoteDeclaration, 'name' | 'port' | 'offers'> & {
    pages: readonly PageClaim[];
  })[];
  /** Names of packages of the repository: '@space/<name>'. */
  packages: readonly string[];
}

/** A folder, a part of an address, and the first half of a component's name. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST_NAME = 31;
/** What every remote starts with: bytes of code and styles after gzip. */
const BUDGET = 60_000;
/** The slot that the template has an example for. */
const EXAMPLE = 'planner.aside';

/**
 * Decides whether a remote of a name can be made, and what it declares at first: one public page at `/<name>`, and the
 * next free port; with a slot what it puts there.
 *
 * Takes the name, what is there already, and the slot that it fills, if it fills one; returns the declaration, or one sentence that says why not.
 */
export function planRemote(
  name: string,
  { declarations, packages }: Surroundings,
  slot?: string,
): { ok: true; declaration: RemoteDeclaration } | { ok: false; reason: string } {
  if (!NAME.test(name) || name.length > LONGEST_NAME) {
    const rule = `lower-case letters, digits and single hyphens, a letter first, at most ${LONGEST_NAME} characters`;
    return { ok: false, reason: `'${name}' cannot be the name of a remote: it takes ${rule}.` };
  }
  if (declarations.some((one) => one.name === name)) {
    return { ok: false, reason: `There is a remote '${name}' already.` };
  }
  if (packages.includes(name)) {
    return {
      ok: false,
      reason: `There is a package '@space/${name}' already, so no remote can have that name.`,
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
  const others = Object.fromEntries(declarations.map((one) => [one.name, one.pages]));
  const [refusal] = checkPages(name, pages, others);
  if (refusal) return { ok: false, reason: `'${name}' cannot be the name of a remote: ${refusal.message}.` };
  const offered = slotsOffered(declarations);
  if (slot !== undefined && !offered.has(slot))
    return {
      ok: false,
      reason: `No remote offers the slot '${slot}'. There are: ${[...offered].join(', ')}.`,
    };
  if (slot !== undefined && slot !== EXAMPLE)
    return {
      ok: false,
      reason: `There is an example for ${EXAMPLE} alone: docs/own-a-remote.md says how to fill ${slot}.`,
    };
  const fills = slot === undefined ? {} : { fills: [{ slot, title: titleOf(name) }] };
  const port = Math.max(...declarations.map((one) => one.port)) + 1;
  return {
    ok: true,
    declaration: { name, title: wordsOf(name), port, pages, ...fills, budget: { gzip: BUDGET } },
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
