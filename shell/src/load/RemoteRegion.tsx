import {
  Component,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { report } from '@space/platform/internal';
import { Faults } from '../development/Faults.tsx';
import { PageSkeleton } from '../parts/PageSkeleton.tsx';
import { regions, type Failure } from '../registry/regions.ts';
import type { Past, RunningPart } from './findRunning.ts';
import { Region } from './Region.tsx';
import { activateStyles } from './warm.ts';

/** What only a slot says of itself: the router renders a page without a word. */
export interface RegionProps {
  /** The props of what the remote renders. */
  data?: object;
  /** Shown in its place while another version is looked for. */
  waiting?: ReactNode;
  /** It threw, and no other version can take over. A page's error goes on to its error region. */
  onFault?: (error: unknown) => void;
  /** Another version has taken over. */
  onHealed?: (region: HTMLElement) => void;
}

interface BoundaryProps {
  onError: (error: unknown) => void;
  /** Shown in the place of what failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches what a remote throws while it is rendered. */
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
  shown: RunningPart;
  /** What it threw when no other version could take over. */
  fault: { error: unknown } | null;
}

/** Parts whose event was sent. */
const reported = new WeakSet<RunningPart>();

/** Activates the styles of a part and reports it: its effects run once the part itself has committed. */
function Committed({ part }: { part: RunningPart }) {
  useLayoutEffect(() => activateStyles(part.facts.remote, part.release), [part]);
  useEffect(() => {
    regions.set(part.facts);
    if (reported.has(part)) return;
    reported.add(part);
    report(part.event);
  }, [part]);
  return null;
}

/** What is to be known of a part that threw before another version is looked for. */
function pastOf(part: RunningPart, error: unknown): Past {
  const failure: Failure = { version: part.facts.version, cause: 'render', error };
  return reported.has(part)
    ? { start: performance.now(), failures: [failure] }
    : { start: part.past.start, failures: [...part.past.failures, failure] };
}

/** What had the focus is gone with the version that failed. */
function focusPage(region: HTMLElement): void {
  const heading = region.querySelector<HTMLElement>('main h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Makes the component of a region: the part of the document that a remote owns, a page of its own or what it puts into a slot.
 * When the remote throws, the next version that may run takes its place; when there is none, the error goes on to who shows
 * the region.
 */
export function remoteRegion(
  first: RunningPart,
  loadNext: (past: Past) => Promise<RunningPart>,
): ComponentType<RegionProps> {
  // Survives leaving the page and coming back.
  let current = first;

  return function RemoteRegion({
    data,
    waiting = <PageSkeleton />,
    onFault,
    onHealed = focusPage,
  }: RegionProps) {
    const [{ shown, fault }, setState] = useState<RegionState>({ shown: current, fault: null });
    const region = useRef<HTMLDivElement>(null);
    const { Component: Shown, facts } = shown;
    const { remote, slot, version, source } = facts;
    const isHealed = shown !== first;
    const tellHealed = useEffectEvent(onHealed);

    useEffect(() => {
      if (isHealed && region.current) tellHealed(region.current);
    }, [isHealed, shown]);

    async function handleError(error: unknown) {
      try {
        current = await loadNext(pastOf(shown, error));
        setState({ shown: current, fault: null });
      } catch {
        if (onFault) onFault(error);
        else setState({ shown, fault: { error } });
      }
    }

    if (fault) throw fault.error;
    return (
      <Region ref={region} remote={remote} slot={slot} version={version} source={source}>
        {import.meta.env.DEV && slot === undefined && <Faults remote={remote} />}
        <Boundary key={version} fallback={waiting} onError={(error) => void handleError(error)}>
          {/* First: the effects of what follows may measure what its styles have laid out. */}
          <Committed part={shown} />
          <Shown {...data} />
        </Boundary>
      </Region>
    );
  };
}
