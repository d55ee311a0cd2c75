import { isPattern } from '@space/federation';
import { endPreview, startPreview, storeError } from '@space/store';
import { judge, withCandidate } from '../releaseApp.ts';
import { quietly, steps } from '../steps.ts';
import { nameIn, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { sourceFor } from './release.ts';
import { wrap } from './words.ts';

export const NEEDS_LABEL = 'A preview needs a label: --label pr-12.';

const dayOf = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);

/** Where a preview is seen: on the first of its pages that is one address. */
const addressOf = (name: string, label: string, pages: readonly { path: string }[]) =>
  `${pages.find(({ path }) => !isPattern(path))?.path ?? '/'}?preview=${name}:${label}`;

/**
 * `preview <name> --label <label>`: build → gate → store, and no pointer moves: it is shown to those who open its address,
 * until its time is over. `--end`: it is over now.
 */
export async function preview(call: Call): Promise<Outcome> {
  const name = nameIn(call);
  const { store, label, days, who, isBuilt, isUploaded } = call;
  if (label === '') throw storeError(NEEDS_LABEL);
  if (call.ends) {
    const { version } = await endPreview(store, name, label, who);
    const lines = [`The preview ${label} of ${name} (${version}) has ended.`];
    return { lines, data: { name, label, version }, isDone: true };
  }
  const step = isBuilt || isUploaded || call.isJson ? quietly : steps(3);
  const source = { from: sourceFor(name, call), isBuilt, isUploaded, step };
  return withCandidate(name, source, async (candidate) => {
    await step('asking the gate', () => judge(store, candidate));
    const { record, folder, signed } = candidate;
    const wish = { label, days, who, signature: signed?.signature };
    const put = () => startPreview(store, record, folder, wish);
    const { version, since, until } = await step('putting it into the store', put);
    const address = addressOf(name, label, record.pages);
    return {
      lines: [
        ...wrap(`${name} ${version} is the preview ${label} until ${dayOf(until)}; what is live stays live.`),
        `It is shown at ${address}`,
        ...(await (await import('../data/askBackends.ts')).saidOfPreview(store, record)),
      ],
      data: { name, label, version, since, until, address },
      isDone: true,
    };
  });
}
