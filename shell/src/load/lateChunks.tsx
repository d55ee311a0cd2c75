import type { Release } from '@space/federation';
import { report } from '@space/platform/internal';
import { withTimeLimit } from '../browser/withTimeLimit.ts';
import { recordFault } from '../heal/attempts.ts';
import { needsReload } from '../heal/onFailure.ts';
import { causeOfImport, stepOf } from '../heal/stepError.ts';
import { PageLine } from '../parts/PageLine.tsx';
import { bucketHere } from '../registry/bucket.ts';
import { findPage } from '../registry/findPage.ts';
import { regions } from '../registry/regions.ts';
import { pageLine } from './pageLine.ts';
import { RetryLine } from './RetryLine.tsx';

/** A chunk of a remote's `lazy` that did not arrive. Whatever shows it waits for it. */
interface LateChunk {
  /** The remote whose page waits. */
  owner: string;
  /** Asks for it again; returns whether it has arrived. */
  ask: () => Promise<boolean>;
}

let late: readonly LateChunk[] = [];

interface LateLineProps {
  remote: string;
  release: Release;
  chunks: readonly LateChunk[];
}

/** Offers to ask again for the chunks that a page waits for. */
function LateLine({ remote, release, chunks }: LateLineProps) {
  async function handleRetry() {
    const answers = await Promise.all(chunks.map(({ ask }) => ask()));
    if (answers.every(Boolean)) return false;
    // Unless the file is still missing, the browser remembers the failed import as long as the document lives.
    recordFault(release, null);
    return needsReload(remote);
  }
  return (
    <PageLine>
      <RetryLine owner={remote} needsReload={handleRetry} onRetry={() => Promise.resolve()} />
    </PageLine>
  );
}

function set(next: readonly LateChunk[]): void {
  late = next;
  pageLine.set((remote, release) => {
    const chunks = next.filter(({ owner }) => owner === remote);
    return chunks.length > 0 && <LateLine remote={remote} release={release} chunks={chunks} />;
  });
}

/**
 * Loads a chunk of `lazy`. One that cannot be fetched, or does not arrive within the time limit, is reported and stays
 * pending, so that React keeps the page and what was typed into it; its region offers Retry. Rejects only with an error of
 * the chunk's own code.
 */
export function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  const owner = findPage(location.pathname)?.owner ?? 'shell';
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const chunk: LateChunk = {
      owner,
      async ask() {
        const arrival = load();
        // After the time limit it may still arrive.
        const finish = async () => {
          resolve(await arrival);
          set(late.filter((one) => one !== chunk));
        };
        try {
          await withTimeLimit(finish());
          return true;
        } catch (error) {
          const cause = stepOf(error, causeOfImport(error));
          if (cause === 'init') {
            set(late.filter((one) => one !== chunk));
            reject(error);
          } else if (!late.includes(chunk)) {
            const { version = 'unknown' } = regions.get(owner) ?? {};
            const milliseconds = Math.round(performance.now() - start);
            report({ id: owner, version, outcome: 'failed', cause, milliseconds, bucket: bucketHere(owner) });
            set([...late, chunk]);
          }
          return false;
        }
      },
    };
    void chunk.ask();
  });
}
