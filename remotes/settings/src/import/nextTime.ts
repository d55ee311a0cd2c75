import type ICAL from 'ical.js';
import type { DayKey } from '@space/domain';

/** How often rules may be stepped for one file: a rule of every second, or many old ones, must not hold the page. */
const MOST_STEPS = 50_000;
const MOST_INTERVAL = 99;

const NTH = /^[+-]?[1-4]?(?:MO|TU|WE|TH|FR|SA|SU)$/;
const ANY = /^/;
const OF_MONTH = { BYDAY: NTH, BYMONTHDAY: /^(?:[1-9]|1\d|2[0-8])$/ };

/**
 * The rules that calendars make for people. Of others some have no time at all (February 30), and looking for it never ends.
 */
const PARTS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  DAILY: {},
  WEEKLY: { BYDAY: /^(?:MO|TU|WE|TH|FR|SA|SU)$/ },
  MONTHLY: OF_MONTH,
  YEARLY: { ...OF_MONTH, BYMONTH: ANY },
};

function isUsual({ freq, interval, parts }: ICAL.Recur): boolean {
  const known = PARTS[freq];
  const given = Object.entries(parts);
  return (
    known !== undefined &&
    interval <= MOST_INTERVAL &&
    !('BYDAY' in parts && 'BYMONTHDAY' in parts) &&
    given.every(([name, values]) =>
      (values ?? []).every((value) => known[name]?.test(String(value)) ?? false),
    )
  );
}

interface NextTimeOptions {
  today: DayKey;
  dayOf: (time: ICAL.Time) => DayKey | null;
  isCancelled: (event: ICAL.Event) => boolean;
}

/** Makes what finds the next time of events that repeat; it steps so often in all and no more. */
export function createNextTime({ today, dayOf, isCancelled }: NextTimeOptions) {
  let steps = 0;

  /** The event of the next time, or of the last where it is over, with its day; null where its rule is not followed. */
  return (event: ICAL.Event): { event: ICAL.Event; day: DayKey } | null => {
    const rules = event.component.getAllProperties('rrule').map((rule) => rule.getFirstValue());
    if (!rules.every((rule) => rule !== null && isUsual(rule as ICAL.Recur))) return null;
    let last: { event: ICAL.Event; day: DayKey } | null = null;
    const times = event.iterator();
    for (
      let time = times.next() as ICAL.Time | null;
      time !== null && time !== undefined;
      time = times.next()
    ) {
      steps += 1;
      if (steps > MOST_STEPS) return null;
      const { item, startDate } = event.getOccurrenceDetails(time);
      const day = dayOf(startDate);
      if (day === null || isCancelled(item)) continue;
      last = { event: item, day };
      if (day >= today) return last;
    }
    return last;
  };
}
