import {
  Component,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { PageHandle, Release, RemoteEvent } from '@space/federation';
import { report } from '@space/platform/internal';
import { Faults } from '../development/Faults.tsx';
import { PageSkeleton } from '../parts/PageSkeleton.tsx';
import { Region } from './Region.tsx';
import { regions, type Failure, type RegionFacts } from '../registry/regions.ts';
import { activateStyles } from './warm.ts';

/** A page of a remote, code and all, and which version it is from. */
export interface RemotePage {
  Component: ComponentType;
  handle: PageHandle;
  release: Release;
  facts: RegionFacts;
  /** What is to be reported once the page is committed. */
  event: RemoteEvent;
  /** What was tried before it, and since when. */
  past: Past;
}

export interface Past {
  start: number;
  failures: readonly Failure[];
}

interface BoundaryProps {
  onError: (error: unknown) => void;
  /** Shown in the place of what failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches what a remote's page throws while it is rendered. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

interface RegionState {
  shown: RemotePage;
  /** What the page threw when no other version could take over. */
  fault: { error: unknown } | null;
}

/** Pages whose event was sent. */
const reported = new WeakSet<RemotePage>();

/** Activates the styles of a page and reports it: its effects run once the page itself has committed. */
function Committed({ page }: { page: RemotePage }) {
  useLayoutEffect(() => {
    activateStyles(page.facts.remote, page.release);
  }, [page]);
  useEffect(() => {
    regions.set(page.facts.remote, page.facts);
    if (reported.has(page)) return;
    reported.add(page);
    report(page.event);
  }, [page]);
  return null;
}

/** What is to be known of a page that threw before another version is looked for. */
function pastOf(page: RemotePage, error: unknown): Past {
  const failure: Failure = { version: page.facts.version, cause: 'render', error };
  return reported.has(page)
    ? { start: performance.now(), failures: [failure] }
    : { start: page.past.start, failures: [...page.past.failures, failure] };
}

/**
 * Makes the component of a remote's page: the part of the document that the remote owns. When the page throws, the next
 * version that may run takes its place; when there is none, the error goes on to the page's error region.
 */
export function remoteRegion(
  first: RemotePage,
  loadNext: (past: Past) => Promise<RemotePage>,
): ComponentType {
  // Survives leaving the page and coming back.
  let current = first;

  return function RemoteRegion() {
    const [{ shown, fault }, setState] = useState<RegionState>({ shown: current, fault: null });
    const region = useRef<HTMLDivElement>(null);
    const { Component: Page, facts } = shown;
    const isHealed = shown !== first;

    useEffect(() => {
      if (!isHealed || document.activeElement !== document.body) return;
      // What had the focus is gone with the version that failed.
      const heading = region.current?.querySelector<HTMLElement>('main h1');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }, [isHealed, shown]);

    async function handleError(error: unknown) {
      try {
        current = await loadNext(pastOf(shown, error));
        setState({ shown: current, fault: null });
      } catch {
        setState({ shown, fault: { error } });
      }
    }

    if (fault) throw fault.error;
    return (
      <Region ref={region} remote={facts.remote} version={facts.version} source={facts.source}>
        {import.meta.env.DEV && <Faults remote={facts.remote} />}
        <Boundary
          key={facts.version}
          fallback={<PageSkeleton />}
          onError={(error) => void handleError(error)}
        >
          {/* First: the page's own effects may measure what its styles have laid out. */}
          <Committed page={shown} />
          <Page />
        </Boundary>
      </Region>
    );
  };
}
