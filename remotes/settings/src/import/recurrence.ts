import ICAL from 'ical.js';

/** How far the library may search: some rules never occur, or every second. Calendars make no longer intervals or lists. */
const MAX = { stepsOfRule: 50_000, stepsOfFile: 150_000, interval: 1_000, values: 400 };

const left = { ofRule: MAX.stepsOfRule, ofFile: MAX.stepsOfFile };

/** Called before a file is read: its rules share a limit. */
export function startCounting(): void {
  left.ofFile = MAX.stepsOfFile;
}

function spend(count: number): void {
  left.ofRule -= count;
  left.ofFile -= count;
  if (Math.min(left.ofRule, left.ofFile) >= 0) return;
  left.ofRule = MAX.stepsOfRule; // for the time zones of what follows
  throw new Error('The search has no end');
}

/** The library's iterator may loop without end within one call: each pass is counted. */
class CountingIterator extends ICAL.RecurIterator {
  override check_contracting_rules(): boolean {
    spend(1);
    return super.check_contracting_rules();
  }
  override expand_year_days(year: number): number {
    spend(50);
    return super.expand_year_days(year);
  }
}

// The library calls it for the rules of time zones.
ICAL.Recur.prototype.iterator = function iterator(dtstart: ICAL.Time) {
  return new CountingIterator({ rule: this, dtstart });
};

// The library reads rules while it parses a file, and one that it does not know would make the whole file unreadable.
const { recur } = ICAL.design.icalendar.value;
const readRule = recur.fromICAL;
recur.fromICAL = (rule: string) => {
  try {
    return readRule(rule.replace(/\s/g, '').toUpperCase());
  } catch {
    return {};
  }
};

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

/** The occurrences of a rule, in order; throws if the library cannot evaluate it within the limits. */
export function* occurrencesOf(rule: ICAL.Recur, start: ICAL.Time): Generator<ICAL.Time> {
  const values = Object.values(rule.parts).flat().length;
  writeOut(rule, start);
  if (!rule.freq || rule.interval > MAX.interval || values > MAX.values || isMisread(rule))
    throw new Error('The rule is not supported');
  left.ofRule = MAX.stepsOfRule;
  const months = rule.parts['BYMONTH'];
  const times = rule.iterator(start);
  for (let time: ICAL.Time | null = times.next(); time; time = times.next())
    if (months?.includes(time.month) !== false) yield time;
}
