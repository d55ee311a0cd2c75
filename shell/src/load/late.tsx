import { useState, type ReactNode } from 'react';
import { MESSAGES } from '@space/domain';
import type { Release } from '@space/federation';
import { report } from '@space/platform/internal';
import { Badge, Button } from '@space/ui';
import { withTimeLimit } from '../browser/browser.ts';
import { PageLine } from '../parts/parts.tsx';
import { findPage, regions, registryOfPage } from '../registry/registry.ts';
import type { bucketHere, causeOfImport, recordFault } from './versions.ts';

/** A chunk of a remote's `lazy` that did not arrive. Whatever shows it waits for it. */
interface LateChunk {
  /** The remote whose page waits. */
  owner: string;
  /** Asks for it again; returns whether it has arrived. */
  ask: () => Promise<boolean>;
}

let late: readonly LateChunk[] = [];

/** Parts of the loader. Imported here as well, they would be a chunk of their own: one more request on every page. */
interface Loader {
  /** Shows a line below the page. */
  show: (line: Line) => void;
  needsReload: (remote: string) => Promise<boolean>;
  bucketHere: typeof bucketHere;
  causeOf: typeof causeOfImport;
  recordFault: typeof recordFault;
}

/** What is shown below a page. Takes the remote and its release that the page is from. */
export type Line = (remote: string, release: Release) => ReactNode;

interface LateLineProps {
  remote: string;
  release: Release;
  chunks: readonly LateChunk[];
  loader: Loader;
}

/**
 * One line below a page that waits for chunks. Retry asks for them again. If only a new document can load them, the line says
 * so and offers a reload: it never reloads the page around it unasked.
 */
function LateLine({ remote, release, chunks, loader }: LateLineProps) {
  const [isChecking, setIsChecking] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const title = registryOfPage().remotes[remote]?.title ?? remote;

  async function handleRetry() {
    if (isBack) {
      location.reload();
      return;
    }
    setIsChecking(true);
    const answers = await Promise.all(chunks.map(({ ask }) => ask()));
    if (!answers.every(Boolean)) {
      // Unless the file is still missing, the browser remembers the failed import as long as the document lives.
      loader.recordFault(release, null);
      setIsBack(await loader.needsReload(remote).catch(() => false));
    }
    setIsChecking(false);
  }

  return (
    <PageLine>
      <p>
        <Badge icon="warning">
          {/* A badge does not wrap; this one contains a sentence, which must wrap when text is enlarged. */}
          <span style={{ whiteSpace: 'normal' }}>
            {isBack ? MESSAGES.remotes.isBack(title) : MESSAGES.remotes.noAnswer(title)}
          </span>
        </Badge>{' '}
        <Button isBusy={isChecking} onClick={() => void handleRetry()}>
          {isBack ? MESSAGES.pages.reload : MESSAGES.remotes.retry}
        </Button>
      </p>
    </PageLine>
  );
}

function set(next: readonly LateChunk[], loader: Loader): void {
  late = next;
  loader.show((remote, release) => {
    const chunks = next.filter(({ owner }) => owner === remote);
    return chunks.length > 0 && <LateLine {...{ remote, release, chunks, loader }} />;
  });
}

/**
 * Loads a chunk of `lazy`. One that cannot be fetched, or does not arrive within the time limit, is reported and stays
 * pending, so that React keeps the page and what was typed into it; a line with Retry is shown below it. Rejects only
 * with an error of the chunk's own code.
 */
export function loadPatiently<T>(load: () => Promise<T>, loader: Loader): Promise<T> {
  const owner = findPage(location.pathname)?.owner ?? 'shell';
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const remove = () => {
      set(
        late.filter((one) => one !== chunk),
        loader,
      );
    };
    const chunk: LateChunk = {
      owner,
      async ask() {
        const arrival = load();
        // After the time limit it may still arrive.
        const finish = async () => {
          resolve(await arrival);
          remove();
        };
        try {
          await withTimeLimit(finish());
          return true;
        } catch (error) {
          const cause = loader.causeOf(error);
          if (cause === 'init') {
            remove();
            reject(error);
          } else if (!late.includes(chunk)) {
            const { version = 'unknown' } = regions.get(owner) ?? {};
            const milliseconds = Math.round(performance.now() - start);
            const bucket = loader.bucketHere(owner);
            report({ id: owner, version, outcome: 'failed', cause, milliseconds, bucket });
            set([...late, chunk], loader);
          }
          return false;
        }
      },
    };
    void chunk.ask();
  });
}
