import ICAL from 'ical.js';
import { addDays, isDayKey, toDayKey, type DayKey } from '@space/domain';

/** Limits of the library's search, for one rule and for a file: some rules never occur, or every second. */
const MAX_STEPS = { ofRule: 50_000, ofFile: 150_000 };
/** No rule that calendars make lists as many values, for example of BYDAY. */
const MAX_VALUES = 400;
const MAX_DATES = 10_000;

/** An occurrence: its day, and the component that describes it. */
export interface Occurrence {
  component: ICAL.Component;
  day: DayKey;
}

/** What is known of a series besides its component. */
interface Series {
  component: ICAL.Component;
  /** Its first occurrence. */
  start: ICAL.Time;
  /** How many days after the start of an occurrence its day is: a to-do is due later than it starts. */
  shift: number;
  /** The components of changed single occurrences. */
  changes: readonly ICAL.Component[];
}

/** Converts a time to the zone of this device; keeps a date, and a time in a zone that the file does not define. */
export function dayOf(time: ICAL.Time): DayKey | null {
  const day = time.isDate ? time.toString() : toDayKey(time.toJSDate());
  return isDayKey(day) ? day : null;
}

export const isTime = (value: unknown): value is ICAL.Time => value instanceof ICAL.Time;

/** All values of a property that are times, or the start of a period. */
const timesOf = (component: ICAL.Component, name: string): ICAL.Time[] =>
  component
    .getAllProperties(name)
    .flatMap((property): unknown[] => property.getValues())
    .map((value) => (value instanceof ICAL.Period ? value.start : value))
    .filter(isTime);

/** The library gets these rules wrong: its results were compared with those of python-dateutil. */
function isMisread({ freq, interval, parts }: ICAL.Recur): boolean {
  const { BYDAY = [], BYMONTH = [], BYMONTHDAY = [], BYSETPOS = [] } = parts;
  const isOfOneMonth = freq === 'MONTHLY' || (freq === 'YEARLY' && BYMONTH.length === 1);
  const readsPositions = isOfOneMonth && BYDAY.length > 0 && BYMONTHDAY.length === 0;
  return (
    'BYWEEKNO' in parts ||
    (freq === 'MONTHLY' && interval > 1 && BYMONTH.length > 0) ||
    BYDAY.some((day) => /\d\d/.test(String(day))) ||
    (BYSETPOS.length > 0 && !(readsPositions && BYSETPOS.every((position) => Number(position) >= -3))) ||
    (freq === 'YEARLY' && BYMONTHDAY.length > 0 && BYDAY.length === 0 && BYMONTH.length !== 1)
  );
}

/** Says on which days a yearly rule falls: the library would move February 29 to March 1, and loses days of several months. */
function writeOut(rule: ICAL.Recur, start: ICAL.Time): void {
  if (rule.freq !== 'YEARLY' || 'BYDAY' in rule.parts || 'BYYEARDAY' in rule.parts) return;
  const allMonths = Array.from({ length: 12 }, (_, index) => index + 1);
  rule.parts['BYMONTH'] ??= 'BYMONTHDAY' in rule.parts ? allMonths : [start.month];
  rule.parts['BYMONTHDAY'] ??= [start.day];
  if (rule.interval === 1) rule.freq = 'MONTHLY';
}

/**
 * Creates a function that finds the next occurrence of a series from today on, or the last one of a series that is over; null
 * if there is none. It throws if the library cannot evaluate the rule within the limits. All its calls share a limit.
 */
export function occurrenceFinder(today: DayKey) {
  let steps = 0;
  let stepsOfFile = 0;
  const spend = (count: number) => {
    steps += count;
    stepsOfFile += count;
    if (steps > MAX_STEPS.ofRule || stepsOfFile > MAX_STEPS.ofFile) throw new Error('The search has no end');
  };

  /** The library's iterator. Within one call it may loop without end: each pass of its loops is counted. */
  class CountingIterator extends ICAL.RecurIterator {
    override check_contracting_rules(): boolean {
      spend(1);
      return super.check_contracting_rules();
    }
    override increment_monthday(days: number): void {
      spend(days / 30);
      super.increment_monthday(days);
    }
    override is_day_in_byday(time: ICAL.Time): 0 | 1 {
      spend(1);
      return super.is_day_in_byday(time);
    }
    override expand_year_days(year: number): number {
      spend(50);
      return super.expand_year_days(year);
    }
  }

  return ({ component, start, shift, changes }: Series): Occurrence | null => {
    let next: Occurrence | null = null;
    let last: Occurrence | null = null;
    /** Returns whether the time is from today on. */
    const consider = (time: ICAL.Time, item: ICAL.Component): boolean => {
      const ownDay = dayOf(time);
      if (ownDay === null) return false;
      const day = addDays(ownDay, shift);
      if (day >= today && (!next || day < next.day)) next = { component: item, day };
      if (day < today && (!last || day > last.day)) last = { component: item, day };
      return day >= today;
    };

    const rules = component.getAllProperties('rrule').map((property) => property.getFirstValue());
    const added = timesOf(component, 'rdate');
    const removed = timesOf(component, 'exdate');
    if (component.hasProperty('exrule') || added.length + removed.length > MAX_DATES)
      throw new Error('The series is not supported');
    const idOf = (time: ICAL.Time) =>
      time.isDate || start.isDate ? time.toString().slice(0, 10) : String(time.toUnixTime());
    const changed = changes.flatMap((change) => timesOf(change, 'recurrence-id'));
    const excluded = new Set([...removed, ...changed].map(idOf));
    const isExcluded = (time: ICAL.Time) =>
      excluded.size > 0 && (excluded.has(idOf(time)) || excluded.has(time.toString().slice(0, 10)));

    for (const change of changes) {
      if (change.getFirstProperty('recurrence-id')?.getParameter('range'))
        throw new Error('A change of a range');
      const [time] = [...timesOf(change, 'dtstart'), ...timesOf(change, 'due')];
      if (time && !/^(?:CANCELLED|COMPLETED)$/i.test(String(change.getFirstPropertyValue('status'))))
        consider(time, change);
    }
    for (const time of rules.length === 0 ? [start, ...added] : added)
      if (!isExcluded(time)) consider(time, component);
    const [year = 0, month = 0, day = 0] = addDays(today, -shift - 2)
      .split('-')
      .map(Number);
    for (const rule of rules) {
      if (!(rule instanceof ICAL.Recur)) throw new Error('There is no rule');
      const values = Object.values(rule.parts).flat().length;
      writeOut(rule, start);
      const months = rule.parts['BYMONTH'];
      if (!rule.freq || values > MAX_VALUES || isMisread(rule)) throw new Error('The rule is not supported');
      steps = 0;
      const times = new CountingIterator({ rule, dtstart: start });
      let past: ICAL.Time | null = null;
      for (let time: ICAL.Time | null = times.next(); time; time = times.next()) {
        if (months?.includes(time.month) === false || isExcluded(time)) continue;
        const isPast = (time.year - year || time.month - month || time.day - day) < 0;
        if (isPast) past = time.clone();
        else if (consider(time, component)) break;
      }
      if (past) consider(past, component);
    }
    return next ?? last;
  };
}
