import * as React from 'react';
import { create } from 'zustand';
import { MESSAGES } from '@space/domain';
import type { Release } from '@space/federation';
import { report } from '@space/platform/internal';
import { Badge, Button } from '@space/ui';
import { withTimeLimit } from '../browser/browser.ts';
import { PageLine } from '../parts/parts.tsx';
import { findPage, registryOfPage, useRegions } from '../registry/registry.ts';
import { bucketHere, causeOf, recordFault } from './versions.ts';

// `lazy` for remotes: a missing chunk of a page must not take the page with it, nor what was typed into it.

/** A chunk of `lazy` that did not arrive. Whatever shows it waits for it. */
interface LateChunk {
  /** The remote whose page waits. */
  owner: string;
  /** Requests it again; returns whether it has arrived. */
  retry: () => Promise<boolean>;
}

const useLateChunks = create<readonly LateChunk[]>(() => []);

/**
 * Loads a chunk. One that cannot be fetched, or does not arrive within the time limit, is reported and stays pending, so that
 * React keeps the page and what was typed into it. Rejects only with an error of the chunk's own code.
 */
function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  const owner = findPage(location.pathname)?.owner ?? 'shell';
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const remove = () => useLateChunks.setState((all) => all.filter((one) => one !== chunk), true);
    const arrive = async () => {
      resolve(await load());
      remove();
    };
    const chunk: LateChunk = {
      owner,
      async retry() {
        try {
          // After the time limit it may still arrive.
          await withTimeLimit(arrive());
          return true;
        } catch (error) {
          const cause = causeOf(error);
          if (cause === 'init') {
            remove();
            reject(error);
          } else if (!useLateChunks.getState().includes(chunk)) {
            const version = useRegions.getState().get(owner)?.release.version ?? 'unknown';
            const milliseconds = Math.round(performance.now() - start);
            report({ id: owner, version, outcome: 'failed', cause, milliseconds, bucket: bucketHere(owner) });
            useLateChunks.setState((all) => [...all, chunk], true);
          }
          return false;
        }
      },
    };
    void chunk.retry();
  });
}

export const lazy: typeof React.lazy = (load) => React.lazy(() => loadPatiently(load));

/**
 * One line below a page that waits for chunks, with a Retry that requests them again. If only a new document can load them, the
 * line offers a reload: never unasked.
 */
export function LateLine({ remote, release }: { remote: string; release: Release }) {
  const chunks = useLateChunks().filter(({ owner }) => owner === remote);
  const [isChecking, setIsChecking] = React.useState(false);
  const [isBack, setIsBack] = React.useState(false);
  if (chunks.length === 0) {
    // The next chunk that is late starts with Retry.
    if (isBack) setIsBack(false);
    return null;
  }
  const title = registryOfPage().remotes[remote]?.title ?? remote;
  async function handleRetry() {
    if (isBack) return location.reload();
    setIsChecking(true);
    const arrived = await Promise.all(chunks.map(({ retry }) => retry()));
    if (!arrived.every(Boolean)) {
      // Unless the file is still missing, the browser remembers the failed import as long as the document lives.
      recordFault(release, null);
      const needsReload = import('./recovery.ts').then((recovery) => recovery.needsReload(remote));
      setIsBack(await needsReload.catch(() => false));
    }
    setIsChecking(false);
  }

  return (
    <PageLine>
      <Badge icon="warning">
        {isBack ? MESSAGES.remotes.isBack(title) : MESSAGES.remotes.noAnswer(title)}
      </Badge>{' '}
      <Button isBusy={isChecking} onClick={() => void handleRetry()}>
        {isBack ? MESSAGES.pages.reload : MESSAGES.remotes.retry}
      </Button>
    </PageLine>
  );
}
