import { Component, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { report } from '@space/platform';
import { PageSkeleton } from '../layout/PageSkeleton.tsx';
import type { SitePage } from './findPage.ts';
import { loadRemotePage } from './loadRemotePage.ts';
import type { RemotePage } from './loadRemotePage.ts';
import type { Failure } from './outcome.ts';
import { Region } from './Region.tsx';
import { regions } from './regions.ts';
import { activateStyles } from './warm.ts';

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

/** Says that a page stands: it is committed only together with what it stands beside. */
function Standing({ page }: { page: RemotePage }) {
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
function pastOf(page: RemotePage, error: unknown): RemotePage['past'] {
  const failure: Failure = { version: page.facts.version, cause: 'render', error };
  return reported.has(page)
    ? { start: performance.now(), failures: [failure] }
    : { start: page.past.start, failures: [...page.past.failures, failure] };
}

/**
 * Makes the component of a remote's page: the part of the document that the remote owns. When the page throws, the next
 * version that may run takes its place; when there is none, the error goes on to the page's error region.
 */
export function remoteRegion(page: SitePage, first: RemotePage): ComponentType {
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
        current = await loadRemotePage(page, pastOf(shown, error));
        setState({ shown: current, fault: null });
      } catch {
        setState({ shown, fault: { error } });
      }
    }

    if (fault) throw fault.error;
    return (
      <Region ref={region} remote={facts.remote} version={facts.version} source={facts.source}>
        <Boundary
          key={facts.version}
          fallback={<PageSkeleton />}
          onError={(error) => void handleError(error)}
        >
          {/* First: the page's own effects may measure what its styles have laid out. */}
          <Standing page={shown} />
          <Page />
        </Boundary>
      </Region>
    );
  };
}
