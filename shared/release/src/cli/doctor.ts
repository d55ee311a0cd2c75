import { SHELL, storeError } from '@space/store';
import { examine, type Examination, type ExaminedRelease } from '../examine.ts';
import { withCandidate } from '../releaseApp.ts';
import { quietly, steps } from '../steps.ts';
import { nameIn, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { sourceFor } from './release.ts';
import { table, wrap } from './formatText.ts';

const LABELS: Readonly<Record<ExaminedRelease['state'], string>> = {
  live: 'live',
  canary: 'canary',
  previous: 'previous',
};

const isRefused = ({ refusals }: ExaminedRelease) => refusals.length > 0;
const unique = (names: readonly string[]) => [...new Set(names)];

/** The remotes that block the shell: with a live or canary release (`mustMove`), or only with their previous release. */
function blockingRemotes(releases: readonly ExaminedRelease[]) {
  const refused = releases.filter(isRefused);
  const mustMove = unique(refused.filter(({ state }) => state !== 'previous').map(({ name }) => name));
  const all = unique(refused.map(({ name }) => name));
  return { mustMove, mustReleaseAgain: all.filter((name) => !mustMove.includes(name)) };
}

function tableOf({ shell, releases }: Examination): string[] {
  const shares = Object.keys(shell.shares);
  const cells = ({ name, version, state, contract, container, shares: needed, names }: ExaminedRelease) => [
    name,
    version,
    LABELS[state],
    String(contract),
    container,
    ...shares.map((share) => needed[share] ?? '–'),
    String(names.length),
  ];
  const own = [
    SHELL,
    shell.version,
    shell.contracts.join(', '),
    shell.plugins.join(', '),
    ...Object.values(shell.shares),
    String(shell.names.length),
  ];
  const headings = ['', 'release', '', 'contract', 'container', ...shares, '>names'];
  return table(headings, [own, ...releases.map(cells)]);
}

/** A line for each remote with the platform names that its offered releases use. */
function namesOf(releases: readonly ExaminedRelease[]): string[] {
  return unique(releases.map(({ name }) => name)).flatMap((name) => {
    const names = unique(releases.filter((one) => one.name === name).flatMap((one) => one.names));
    return names.length === 0 ? [] : wrap(`${name} uses ${names.sort().join(', ')}`);
  });
}

function verdictOf({ releases }: Examination): string[] {
  const { mustMove, mustReleaseAgain } = blockingRemotes(releases);
  if (mustMove.length + mustReleaseAgain.length === 0)
    return ['The gate would let this shell through: every release on offer runs in it.'];
  return [
    'The gate would refuse this shell:',
    ...releases
      .filter(isRefused)
      .flatMap(({ name, version, state, refusals }) =>
        wrap(`${name} ${version} (${LABELS[state]}): ${refusals.map(({ message }) => message).join('; ')}`),
      ),
    ...mustMove.map((name) => `${name} must move first: release a version that runs in this shell.`),
    ...mustReleaseAgain.map(
      (name) => `${name} was moved; its next release removes the previous version from the site.`,
    ),
  ];
}

const splitList = (text: string | undefined) => (text ?? '').split(',').filter((one) => one !== '');

/**
 * `doctor`: what each offered release needs from the shell; with `--without`, `--share` or `--from <a shell's source>`: what
 * such a shell would break, and which remotes must move first. The exit code is 1 if the gate would refuse it.
 */
export async function doctor(call: Call): Promise<Outcome> {
  const { store, from, isBuilt, isJson } = call;
  const only = call.args.length === 0 ? null : nameIn(call);
  if (only === SHELL)
    throw storeError('The doctor shows what remotes need from the shell: name a remote, or none.');
  const change = { without: splitList(call.without), shares: splitList(call.share) };
  const isHypothetical = from !== undefined || change.without.length + change.shares.length > 0;
  const step = isBuilt || isJson ? quietly : steps(1);
  const found =
    from === undefined
      ? await examine(store, change, null, only)
      : await withCandidate(SHELL, { from: sourceFor(SHELL, call), isBuilt, step }, (built) =>
          examine(store, change, built, only),
        );
  const { trouble, unused } = found;
  return {
    lines: [
      ...tableOf(found),
      '',
      ...namesOf(found.releases),
      ...(unused.length === 0 ? [] : wrap(`No release on offer uses ${unused.join(', ')}`)),
      ...trouble.flatMap((sentence) => wrap(`Cannot be read: ${sentence}`)),
      ...(isHypothetical || found.releases.some(isRefused) ? ['', ...verdictOf(found)] : []),
    ],
    data: { ...found, asked: isHypothetical, ...blockingRemotes(found.releases) },
    isDone: !found.releases.some(isRefused) && trouble.length === 0,
    isReport: true,
  };
}
