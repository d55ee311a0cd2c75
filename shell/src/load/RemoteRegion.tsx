import {
  Component,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { PageHandle, RemoteEvent } from '@space/federation';
import { report } from '@space/platform/internal';
import { focusHeading } from '@space/ui/host';
import { endPrerendering } from '../browser/browser.ts';
import { Faults } from '../development/SourceFaults.tsx';
import { PageSkeleton } from '../parts/parts.tsx';
import { useRegions, type Failure, type RegionFacts } from '../registry/registry.ts';
import { activateStyles } from './files.ts';
import { LateLine } from './lazy.tsx';
import { causeOf, recordFault } from './versions.ts';

/** A loaded page that runs on this device, and the version that it is from. */
export interface RunningPage extends RegionFacts {
  Component: ComponentType;
  handle: PageHandle;
  /** To be reported once the page has committed. */
  event: RemoteEvent;
  /** The attempts before it, and when the first one started. */
  prior: PriorAttempts;
}

export interface PriorAttempts {
  start: number;
  failures: Failure[];
}

/** Catches errors that a remote throws while rendering. */
class Boundary extends Component<{ onError: (error: unknown) => void; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasFailed ? <PageSkeleton /> : this.props.children;
  }
}

interface RegionState {
  page: RunningPage;
  /** How often it was mounted afresh in this visit. */
  remounts: number;
  /** The error that it threw, if no other version could replace it. */
  fault: { error: unknown } | null;
}

/** Whether a translator or an extension has replaced text nodes of the page: React does not find the nodes that it removes. */
const isForeignChange = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';

/** Pages whose event has been reported. */
const reported = new WeakSet<RunningPage>();

/** Activates the styles of a page, and cleans up after it. It does so in effects, which run only if the page commits. */
function Styled({ page }: { page: RunningPage }) {
  useLayoutEffect(() => {
    const deactivate = activateStyles(page.release);
    return () => {
      deactivate();
      // What a page may have set: a style of the body, and a scroll lock on the root.
      document.body.removeAttribute('style');
      document.documentElement.style.overflow = '';
    };
  }, [page]);
  return null;
}

/** Reports a page once it is in the document: not while it waits for something of its own. */
function Committed({ page }: { page: RunningPage }) {
  useEffect(() => {
    endPrerendering();
    useRegions.setState((regions) => new Map(regions).set(page.remote, page), true);
    if (reported.has(page)) return;
    reported.add(page);
    report(page.event);
  }, [page]);
  return null;
}

/** The attempts so far, including the page that has just thrown, as input for finding another version. */
function attemptsWith(page: RunningPage, error: unknown): PriorAttempts {
  const cause = causeOf(error) === 'network' ? 'network' : 'render';
  if (cause === 'network') recordFault(page.release, null);
  const failure: Failure = { version: page.release.version, cause, error };
  return reported.has(page)
    ? { start: performance.now(), failures: [failure] }
    : { start: page.prior.start, failures: [...page.prior.failures, failure] };
}

/** Creates the component of a page. When it throws, the next version replaces it, or else the error region gets the error. */
export function remoteRegion(
  first: RunningPage,
  loadNext: (prior: PriorAttempts) => Promise<RunningPage>,
): ComponentType {
  // Outside the component, so that it survives leaving the page and coming back.
  let current = first;

  return function RemoteRegion() {
    const [state, setState] = useState<RegionState>({ page: current, remounts: 0, fault: null });
    const failedMount = useRef('');
    const { page, remounts, fault } = state;
    const { Component: Content, remote, release, source } = page;
    const { version } = release;
    const mount = `${version} ${remounts}`;
    const isHealed = page !== first || remounts > 0;

    useEffect(() => {
      // The focused element was removed with the failed version.
      if (isHealed && document.activeElement === document.body) focusHeading();
    }, [isHealed, mount]);

    async function handleError(error: unknown) {
      // One failed render may throw several errors.
      if (failedMount.current === mount) return;
      failedMount.current = mount;
      if (remounts === 0 && isForeignChange(error)) return setState({ page, remounts: 1, fault: null });
      try {
        current = await loadNext(attemptsWith(page, error));
        setState({ page: current, remounts: 0, fault: null });
      } catch (failure) {
        // A panel with Retry for what the network may have by then, with Reload for what is broken.
        const fault = { error: causeOf(error) === 'network' ? failure : error };
        setState({ page, remounts, fault });
      }
    }

    if (fault) throw fault.error;
    return (
      // The part of the document that a remote owns. A new element for each mount: React may have failed to remove nodes from
      // the last one.
      <div key={mount} data-remote={remote} data-version={version} data-source={source}>
        {import.meta.env.DEV && <Faults remote={remote} />}
        <Boundary onError={(error) => void handleError(error)}>
          {/* Comes first: effects of the page may measure its layout, which needs its styles. */}
          <Styled page={page} />
          <Suspense fallback={<PageSkeleton />}>
            <Committed page={page} />
            <Content />
          </Suspense>
          <LateLine remote={remote} release={release} />
        </Boundary>
      </div>
    );
  };
}
