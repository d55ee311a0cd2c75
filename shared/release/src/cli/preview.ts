import { isPattern } from '@space/federation';
import { endPreview, startPreview, storeError } from '@space/store';
import { enforceGate, withCandidate } from '../releaseApp.ts';
import { quietly, steps } from '../steps.ts';
import { nameIn, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { sourceFor } from './release.ts';
import { wrap } from './formatText.ts';

export const NEEDS_LABEL = 'A preview needs a label: --label pr-12.';

const dayOf = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);

/** The address of a preview: the first of its pages without parameters. */
const addressOf = (name: string, label: string, pages: readonly { path: string }[]) =>
  `${pages.find(({ path }) => !isPattern(path))?.path ?? '/'}?preview=${name}:${label}`;

/**
 * `preview <name> --label <label>`: build → gate → store. No pointer moves: the preview is shown only at its own address,
 * until it expires. `--end` ends it now.
 */
export async function preview(call: Call): Promise<Outcome> {
  const name = nameIn(call);
  const { store, label, days, isBuilt, isUploaded } = call;
  if (label === '') throw storeError(NEEDS_LABEL);
  if (call.isEnd) {
    const { version } = await endPreview(store, name, label);
    const lines = [`The preview ${label} of ${name} (${version}) has ended.`];
    return { lines, data: { name, label, version }, isDone: true };
  }
  const step = isBuilt || isUploaded || call.isJson ? quietly : steps(3);
  const source = { from: sourceFor(name, call), isBuilt, isUploaded, step };
  return withCandidate(name, source, async (candidate) => {
    await step('running the gate', () => enforceGate(store, candidate));
    const { record, folder } = candidate;
    const start = () => startPreview(store, record, folder, { label, days });
    const { version, since, until } = await step('storing the release', start);
    const address = addressOf(name, label, record.pages);
    return {
      lines: [
        ...wrap(`${name} ${version} is the preview ${label} until ${dayOf(until)}; what is live stays live.`),
        `It is shown at ${address}`,
      ],
      data: { name, label, version, since, until, address },
      isDone: true,
    };
  });
}
