import { useDeferredValue, type ReactNode } from 'react';
import type { DayKey } from '@space/domain';

/** What the dashboard gives to what others put below its week. */
interface PlannerAside {
  /** The seven days that are shown, the first one first. */
  week: readonly DayKey[];
  /** Shows a day's week and moves the focus to that day. */
  onOpenDay: (day: DayKey) => void;
}

/**
 * By the name of a slot, what its page gives to what fills it: data, and functions for what comes back. The team that offers the
 * slot decides; the gate compares it with what those who fill the slot were built against (rule `types`, decision 042).
 */
export interface SlotData {
  'planner.aside': PlannerAside;
}

type SlotProps = { [Name in keyof SlotData]: { name: Name; data: SlotData[Name] } }[keyof SlotData];

/** Renders what fills a slot; null where nothing does. */
type SlotHost = (name: string, data: object) => ReactNode;

let host: SlotHost | null = null;

/** For hosts alone: says who renders slots. */
export function provideSlots(next: SlotHost): void {
  host = next;
}

/**
 * A place on this page for other teams: what they put there is fetched, healed and switched off by itself, after the page. Where
 * no one fills the slot it is nothing, and nothing is fetched. Its name is in `offers` of the page's `remote.json`.
 */
export function Slot({ name, data }: SlotProps): ReactNode {
  // After the page, which may have come prerendered: its HTML knows of no slots.
  const isShown = useDeferredValue(true, false);
  return isShown && host !== null ? host(name, data) : null;
}
