import { SHELL, storeError } from '@space/store';
import { examine, type Examination, type Examined } from '../examine.ts';
import { withCandidate } from '../releaseApp.ts';
import { quietly, steps } from '../steps.ts';
import { nameIn, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { sourceFor } from './release.ts';
import { table, wrap } from './words.ts';

const IN_WORDS: Readonly<Record<Examined['state'], string>> = {
  live: 'live',
  canary: 'canary',
  previous: 'before it',
};

const isRefused = ({ refusals }: Examined) => refusals.length > 0;
const unique = (names: readonly string[]) => [...new Set(names)];

/** Whose release has to be replaced before the shell in question may go live; and whose falls away with the next release. */
function order(releases: readonly Examined[]) {
  const refused = releases.filter(isRefused);
  const mustMove = unique(refused.filter(({ state }) => state !== 'previous').map(({ name }) => name));
  const all = unique(refused.map(({ name }) => name));
  return { mustMove, mustReleaseAgain: all.filter((name) => !mustMove.includes(name)) };
}

function tableOf({ shell, releases }: Examination): string[] {
  const shares = Object.keys(shell.shares);
  const cells = ({ name, version, state, contract, container, shares: needed, names }: Examined) => [
    name,
    version,
    IN_WORDS[state],
    String(contract),
    container,
    ...shares.map((share) => needed[share] ?? '–'),
    String(names.length),
  ];
  const own = [
    SHELL,
    shell.version,
    'offers',
    shell.contracts.join(', '),
    shell.plugins.join(', '),
    ...Object.values(shell.shares),
    String(shell.names.length),
  ];
  const headings = ['', 'release', '', 'contract', 'container', ...shares, '>names'];
  return table(headings, [own, ...releases.map(cells)]);
}

/** The names that each remote takes from the platform, by all of its releases on offer. */
function namesOf(releases: readonly Examined[]): string[] {
  return unique(releases.map(({ name }) => name)).flatMap((name) => {
    const names = unique(releases.filter((one) => one.name === name).flatMap((one) => one.names));
    return names.length === 0 ? [] : wrap(`${name} uses ${names.sort().join(', ')}`);
  });
}

function verdictOf({ releases }: Examination): string[] {
  const { mustMove, mustReleaseAgain } = order(releases);
  if (mustMove.length + mustReleaseAgain.length === 0)
    return ['The gate would let this shell through: every release on offer runs in it.'];
  return [
    'The gate would refuse this shell:',
    ...releases
      .filter(isRefused)
      .flatMap(({ name, version, state, refusals }) =>
        wrap(`${name} ${version} (${IN_WORDS[state]}): ${refusals.map(({ message }) => message).join('; ')}`),
      ),
    ...mustMove.map((name) => `${name} must move first: it releases a version that does without.`),
    ...mustReleaseAgain.map(
      (name) => `${name} has moved: its next release takes the version before off offer.`,
    ),
  ];
}

const listIn = (text: string | undefined) => (text ?? '').split(',').filter((one) => one !== '');

/**
 * `doctor`: what each release on offer needs of the shell; with `--without`, `--share` or `--from <a shell's source>`: what
 * an upgrade of the shell would refuse, and who must move first. Ends with 1 when it would be refused.
 */
export async function doctor(call: Call): Promise<Outcome> {
  const { store, from, isBuilt, isJson } = call;
  const only = call.words.length === 0 ? null : nameIn(call);
  if (only === SHELL)
    throw storeError('The doctor asks remotes what they need of the shell: name one, or none.');
  const wish = { without: listIn(call.without), shares: listIn(call.share) };
  const isAsked = from !== undefined || wish.without.length + wish.shares.length > 0;
  const step = isBuilt || isJson ? quietly : steps(1);
  const found =
    from === undefined
      ? await examine(store, wish, null, only)
      : await withCandidate(SHELL, { from: sourceFor(SHELL, call), isBuilt, step }, (built) =>
          examine(store, wish, built, only),
        );
  const { trouble, unused } = found;
  return {
    lines: [
      ...tableOf(found),
      '',
      ...namesOf(found.releases),
      ...(unused.length === 0 ? [] : wrap(`No release on offer uses ${unused.join(', ')}`)),
      ...trouble.flatMap((sentence) => wrap(`Cannot be read: ${sentence}`)),
      ...(isAsked || found.releases.some(isRefused) ? ['', ...verdictOf(found)] : []),
    ],
    data: { ...found, asked: isAsked, ...order(found.releases) },
    isDone: !found.releases.some(isRefused) && trouble.length === 0,
    isReport: true,
  };
}
