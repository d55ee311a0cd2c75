import {
  Component,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { report } from '@space/platform/internal';
import { endPrerendering } from '../browser/endPrerendering.ts';
import { recordFault } from '../heal/attempts.ts';
import { causeOfImport } from '../heal/stepError.ts';
import { Faults } from '../development/Faults.tsx';
import { PageSkeleton } from '../parts/PageSkeleton.tsx';
import { regions, type Failure } from '../registry/regions.ts';
import type { PriorAttempts, RunningPage } from './findRunning.ts';
import { waitingParts } from './lazy.ts';
import { pageLine } from './pageLine.ts';
import { Region } from './Region.tsx';
import { activateStyles } from './warm.ts';

interface BoundaryProps {
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** Catches errors that a remote throws while rendering. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
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
  part: RunningPage;
  /** How often the part was mounted afresh in this visit. */
  remounts: number;
  /** The error that the part threw, if no other version could replace it. */
  fault: { error: unknown } | null;
}

/**
 * Whether the error says that another script has changed the page's DOM: translators and extensions replace text nodes, and
 * then React does not find the nodes that it updates or removes.
 */
const isForeignChange = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';

/** Takes back what a page has set on the body, and a scroll lock on the root; the shell itself sets neither. */
function resetBody(): void {
  document.body.removeAttribute('style');
  document.documentElement.style.overflow = '';
}

/** Parts whose event has been reported. */
const reported = new WeakSet<RunningPage>();

/** Activates the styles of a part, and cleans up after a page. It does so in effects, which run only if the part commits. */
function Styled({ part }: { part: RunningPage }) {
  useLayoutEffect(() => activateStyles(part.facts.remote, part.release), [part]);
  useLayoutEffect(() => resetBody, [part]);
  return null;
}

/** Reports a part once it is in the document: not while it waits for something of its own. */
function Committed({ part }: { part: RunningPage }) {
  useEffect(() => {
    endPrerendering();
    regions.set(part.facts);
    if (reported.has(part)) return;
    reported.add(part);
    report(part.event);
  }, [part]);
  return null;
}

/** Shown while a part waits: if it uses `lazy`, its page is kept on the screen. */
function Fallback({ region }: { region: RefObject<HTMLElement | null> }) {
  const { Waiting } = waitingParts() ?? {};
  return Waiting ? (
    <Waiting region={region}>
      <PageSkeleton />
    </Waiting>
  ) : (
    <PageSkeleton />
  );
}

function LineBelow({ part }: { part: RunningPage }) {
  const line = useSyncExternalStore(pageLine.subscribe, pageLine.get, pageLine.get);
  return line?.(part.facts.remote, part.release);
}

/** The attempts so far, including the part that has just thrown, as input for finding another version. */
function attemptsWith(part: RunningPage, error: unknown): PriorAttempts {
  const cause = causeOfImport(error) === 'network' ? 'network' : 'render';
  if (cause === 'network') recordFault(part.release, null);
  const failure: Failure = { version: part.facts.version, cause, error };
  return reported.has(part)
    ? { start: performance.now(), failures: [failure] }
    : { start: part.prior.start, failures: [...part.prior.failures, failure] };
}

/** Moves the focus to the heading if the focused element was removed with the failed version. */
function focusPage(region: HTMLElement): void {
  const heading = region.querySelector<HTMLElement>('main h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Creates the component of a region: the part of the document that a remote owns. When the remote throws, the next version
 * that may run replaces it; if there is none, the error region gets the error.
 */
export function remoteRegion(
  first: RunningPage,
  loadNext: (prior: PriorAttempts) => Promise<RunningPage>,
): ComponentType {
  // Outside the component, so that it survives leaving the page and coming back.
  let current = first;

  return function RemoteRegion() {
    const [{ part, remounts, fault }, setState] = useState<RegionState>({
      part: current,
      remounts: 0,
      fault: null,
    });
    const region = useRef<HTMLDivElement>(null);
    const failedMount = useRef('');
    const { Component: Content, facts } = part;
    const { remote, version, source } = facts;
    const mount = `${version} ${remounts}`;
    const isHealed = part !== first || remounts > 0;

    useEffect(() => {
      if (isHealed && region.current) focusPage(region.current);
    }, [isHealed, mount]);

    async function handleError(error: unknown) {
      // One failed render may throw several errors.
      if (failedMount.current === mount) return;
      failedMount.current = mount;
      if (remounts === 0 && isForeignChange(error)) {
        setState({ part, remounts: 1, fault: null });
        return;
      }
      try {
        current = await loadNext(attemptsWith(part, error));
        setState({ part: current, remounts: 0, fault: null });
      } catch (failure) {
        // A panel with Retry for what the network may have by then, with Reload for what is broken.
        const fault = { error: causeOfImport(error) === 'network' ? failure : error };
        setState({ part, remounts, fault });
      }
    }

    if (fault) throw fault.error;
    return (
      // A new element for each mount: React may have failed to remove nodes from the last one.
      <Region key={mount} ref={region} remote={remote} version={version} source={source}>
        {import.meta.env.DEV && <Faults remote={remote} />}
        <Boundary onError={(error) => void handleError(error)}>
          {/* Comes first: effects of the part may measure its layout, which needs its styles. */}
          <Styled part={part} />
          <Suspense fallback={<Fallback region={region} />}>
            <Committed part={part} />
            <Content />
          </Suspense>
          <LineBelow part={part} />
        </Boundary>
      </Region>
    );
  };
}
