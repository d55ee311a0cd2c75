import type { Refusal } from '@space/federation';
import { compareTypes } from './compareTypes.ts';
import type { Misfit, Wanted } from './compareTypes.ts';
import type { ReleaseTypes } from './releaseTypes.ts';

/** What the compiler calls a type that both sides have. */
const SIDE = /import\("\/?(\w+)\/[^"]*"\)\.([\w.]+)/g;
const STEP =
  /^(?:Types of property '(.+)'|The types of '(.+)'|The types returned by '(.+)'|Types of parameters '(.+)' and '.+') (?:are|is) /;
const LONG_TYPE = /'([^']{60})[^']{20,}'/g;
const MISSING = /^Property '.*' does not exist on type 'typeof import\("\/?(\w+)\/platform"\)'/;

/** The way to the cause, as people write it: 'notify.error(message)'. */
function pathOf(name: string, sentences: readonly string[]): string {
  return sentences.reduce((path, sentence) => {
    const [, property, properties, returned, parameter] = STEP.exec(sentence) ?? [];
    if (parameter !== undefined) return `${path.replace(/\(\.\.\.\)$/, '')}(${parameter})`;
    const step = property ?? properties ?? returned;
    return step === undefined ? path : `${path}.${step}`;
  }, name);
}

function messageOf({ name, sentences }: Misfit): string {
  const cause = (sentences.at(-1) ?? '')
    .replace(
      SIDE,
      (_whole, side: string, type: string) => `${type} (${side === 'shared' ? 'shell' : 'remote'})`,
    )
    .replace(LONG_TYPE, "'$1…'")
    .replace(/\.$/, '');
  if (name === null) return `what it exposes does not fit the shell's contract: ${cause}`;
  const side = MISSING.exec(cause)?.[1];
  if (side === 'shared') return `the shell's platform has no '${name}'`;
  if (side !== undefined) return `the platform that it was compiled against has no '${name}'`;
  return `'${pathOf(name, sentences)}' is not what it was compiled against: ${cause}`;
}

function refusalOf(misfit: Misfit, { places, routes }: ReleaseTypes): Refusal {
  const where = misfit.name === null ? routes : places[misfit.name];
  return { rule: 'types', message: messageOf(misfit), ...(typeof where === 'string' && { where }) };
}

/**
 * Decides whether remotes run with what a shell shares, by the types alone; see `compareTypes` for what counts.
 *
 * Takes the shell's types and, for each remote, its own with the names that it uses; returns for each remote, in the
 * same order, a refusal with rule 'types' for every name that does not fit and one for routes that do not.
 */
export async function checkAllTypes(shell: ReleaseTypes, remotes: readonly Wanted[]): Promise<Refusal[][]> {
  const misfits = await compareTypes(shell, remotes);
  return remotes.map(({ types }, index) => {
    const refusals = (misfits[index] ?? []).map((misfit) => refusalOf(misfit, types));
    if (types.routes === null)
      refusals.push({ rule: 'types', message: 'its types say nothing of its routes' });
    return refusals;
  });
}

/** The same for one remote. */
export async function checkTypes({
  remote,
  uses,
  shell,
}: {
  remote: ReleaseTypes;
  uses: readonly string[];
  shell: ReleaseTypes;
}): Promise<Refusal[]> {
  const [refusals = []] = await checkAllTypes(shell, [{ types: remote, uses }]);
  return refusals;
}
