import type ICAL from 'ical.js';
import type { DayKey } from '@space/domain';

/** Limit per file: a rule that repeats every second, or many old rules, must not block the page. */
const MAX_STEPS = 50_000;
const MAX_INTERVAL = 99;

const NTH = /^[+-]?[1-4]?(?:MO|TU|WE|TH|FR|SA|SU)$/;
const ANY = /^/;
const OF_MONTH = { BYDAY: NTH, BYMONTHDAY: /^(?:[1-9]|1\d|2[0-8])$/ };

/**
 * The rules that calendar apps create. Some others never occur (February 30), and a search for them would never end.
 */
const SUPPORTED_PARTS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  DAILY: {},
  WEEKLY: { BYDAY: /^(?:MO|TU|WE|TH|FR|SA|SU)$/ },
  MONTHLY: OF_MONTH,
  YEARLY: { ...OF_MONTH, BYMONTH: ANY },
};

function isSupported({ freq, interval, parts }: ICAL.Recur): boolean {
  const supported = SUPPORTED_PARTS[freq];
  const entries = Object.entries(parts);
  return (
    supported !== undefined &&
    interval <= MAX_INTERVAL &&
    !('BYDAY' in parts && 'BYMONTHDAY' in parts) &&
    entries.every(([name, values]) =>
      (values ?? []).every((value) => supported[name]?.test(String(value)) ?? false),
    )
  );
}

interface OccurrenceFinderOptions {
  today: DayKey;
  dayOf: (time: ICAL.Time) => DayKey | null;
  isCancelled: (event: ICAL.Event) => boolean;
}

/** Creates a function that finds the next occurrence of a recurring event. All its calls share one limit of steps. */
export function occurrenceFinder({ today, dayOf, isCancelled }: OccurrenceFinderOptions) {
  let steps = 0;

  /** The next occurrence, or the last one of a series that is over; null if its rule is unsupported or over the limit. */
  return (event: ICAL.Event): { event: ICAL.Event; day: DayKey } | null => {
    const rules = event.component.getAllProperties('rrule').map((rule) => rule.getFirstValue());
    if (!rules.every((rule) => rule !== null && isSupported(rule as ICAL.Recur))) return null;
    let last: { event: ICAL.Event; day: DayKey } | null = null;
    const occurrences = event.iterator();
    for (
      let time = occurrences.next() as ICAL.Time | null;
      time !== null && time !== undefined;
      time = occurrences.next()
    ) {
      steps += 1;
      if (steps > MAX_STEPS) return null;
      const { item, startDate } = event.getOccurrenceDetails(time);
      const day = dayOf(startDate);
      if (day === null || isCancelled(item)) continue;
      last = { event: item, day };
      if (day >= today) return last;
    }
    return last;
  };
}
