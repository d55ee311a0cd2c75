import { useDeferredValue, type ReactNode } from 'react';
import type { DayKey } from '@space/domain';

/** The data that the dashboard passes to the slot below its week. */
interface PlannerAside {
  /** The seven shown days, in order. */
  week: readonly DayKey[];
  /** Shows a day's week and moves the focus to that day. */
  onOpenDay: (day: DayKey) => void;
}

/**
 * For each slot, the data and callbacks that its page passes to the remote that fills it. The team that offers the slot
 * defines this type; the gate compares it with the type that the other remote was built with (rule `types`, decision 042).
 */
export interface SlotData {
  'planner.aside': PlannerAside;
}

type SlotProps = { [Name in keyof SlotData]: { name: Name; data: SlotData[Name] } }[keyof SlotData];

/** Renders the content of a slot; null if no remote fills it. */
type SlotHost = (name: string, data: object) => ReactNode;

let host: SlotHost | null = null;

/** For hosts only: sets the function that renders slots. */
export function provideSlots(next: SlotHost): void {
  host = next;
}

/**
 * A place on this page for content of other teams, which is loaded after the page, and recovers and is switched off
 * independently. If no remote fills the slot, nothing is rendered or fetched. Declare its name in `offers` of `remote.json`.
 */
export function Slot({ name, data }: SlotProps): ReactNode {
  // Deferred until after hydration: prerendered HTML contains no slots.
  const isShown = useDeferredValue(true, false);
  return isShown && host !== null ? host(name, data) : null;
}
