import { IMPORT_MESSAGES, addDays, daysBetween, isDayKey, toDayKey, type DayKey } from '@space/domain';
import ICAL from 'ical.js';
import { ownKey, type LeftOut, type ParsedFile, type ParsedTask } from './parsedFile.ts';
import { occurrencesOf, startCounting } from './recurrence.ts';

/** The UID of an event that `calendarFile` has written. */
const OWN_UID = /^(?<id>[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})@better-space$/i;
const TWO_DAYS = 2 * 24 * 60 * 60;
const MAX_DATES = 10_000;

type Part = ICAL.Component;

const valueOf = (component: Part, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '');
const statusOf = (component: Part): string => valueOf(component, 'status').toUpperCase();

/** Converts a time to the zone of this device; keeps a date, and a time in a zone that the file does not define. */
function dayOf(time: ICAL.Time): DayKey {
  const day = time.isDate ? time.toString() : toDayKey(time.toJSDate());
  if (!isDayKey(day)) throw new RangeError(`Not a day: ${day}`);
  return day;
}

const valuesOf = (part: Part, ...names: string[]): unknown[] =>
  names.flatMap((name) => part.getAllProperties(name)).flatMap((each): unknown[] => each.getValues());
/** All values of these properties that are times, or the start of a period. */
const timesOf = (part: Part, ...names: string[]): ICAL.Time[] =>
  valuesOf(part, ...names)
    .map((value) => (value instanceof ICAL.Period ? value.start : value))
    .filter((value) => value instanceof ICAL.Time);

/** Whether an event that begins at a time ends on a later day. */
function lastsDays(component: Part, start: ICAL.Time): boolean {
  const end = start.clone();
  // The library counts the days of a duration one by one: more than two need not be known.
  const seconds = Math.min(new ICAL.Event(component).duration.toSeconds(), TWO_DAYS);
  end.addDuration(ICAL.Duration.fromSeconds(seconds));
  return addDays(dayOf(end), start.isDate ? -1 : 0) > dayOf(start);
}

/**
 * Takes a series, the time of its day (a to-do is due later than it starts), its changed single occurrences, and today;
 * returns its next occurrence from today on, or the last one of a series that is over: its day, and the component that
 * describes it. Throws if the series cannot be evaluated, or has none.
 */
function occurrenceOf(component: Part, due: ICAL.Time, changes: readonly Part[], today: DayKey) {
  const [start = due] = timesOf(component, 'dtstart');
  const shift = daysBetween(dayOf(start), dayOf(due));
  const dueDay = (time: ICAL.Time) => addDays(dayOf(time), shift);
  const rules = valuesOf(component, 'rrule').filter((rule) => rule instanceof ICAL.Recur);
  const listed = [...(rules.length === 0 ? [start] : []), ...timesOf(component, 'rdate')];
  const removed = [component, ...changes].flatMap((each) => timesOf(each, 'exdate', 'recurrence-id'));
  const isOfRange = (change: Part) =>
    change.getFirstProperty('recurrence-id')?.getParameter('range') !== undefined;
  const isSupported = !component.hasProperty('exrule') && !changes.some(isOfRange);
  if (!isSupported || listed.length + removed.length > MAX_DATES) throw new Error('Not supported');

  const textOf = (time: ICAL.Time) => time.toString().slice(0, 10);
  const excluded = new Set(
    removed.map((time) => (time.isDate || start.isDate ? textOf(time) : time.toUnixTime())),
  );
  const isIncluded = (time: ICAL.Time) =>
    excluded.size === 0 || !(excluded.has(textOf(time)) || excluded.has(time.toUnixTime()));

  const times = listed.filter(isIncluded);
  // Compared as text, for speed: a daily series may have begun decades ago.
  const earliest: string = addDays(today, -shift - 2);
  for (const rule of rules) {
    let last: ICAL.Time | undefined;
    for (const time of occurrencesOf(rule, start)) {
      if (isIncluded(time)) last = time.clone();
      if (last && time.toString() >= earliest && dueDay(last) >= today) break;
    }
    if (last) times.push(last);
  }
  const open = changes.filter((change) => !['CANCELLED', 'COMPLETED'].includes(statusOf(change)));
  const found = [
    ...open.map((change) => ({ component: change, time: timesOf(change, 'dtstart', 'due')[0] })),
    ...times.map((time) => ({ component, time })),
  ].flatMap(({ time, ...rest }) => (time ? { ...rest, day: dueDay(time) } : []));
  found.sort((one, other) => one.day.localeCompare(other.day));
  const next = found.find(({ day }) => day >= today) ?? found.at(-1);
  if (!next) throw new Error('The series has no occurrence');
  return next;
}

/** Reads an event or a to-do, with its changed occurrences. Throws if that cannot be done. */
function readEntry(component: Part, changes: readonly Part[], today: DayKey) {
  const summary = valueOf(component, 'summary');
  const status = statusOf(component);
  if (status === 'CANCELLED') return { title: summary, reason: IMPORT_MESSAGES.cancelled };
  const isToDo = component.name === 'vtodo';
  if (!isToDo && component.name !== 'vevent') return { title: summary, reason: IMPORT_MESSAGES.isOtherKind };
  const property = (isToDo && component.getFirstProperty('due')) || component.getFirstProperty('dtstart');
  const rawText = String(property?.toJSON()[3] ?? '');
  // The library would read February 31 as March 3.
  const [time] = isDayKey(rawText.slice(0, 10)) ? timesOf(component, property?.name ?? '') : [];
  const completed = status === 'COMPLETED';
  const repeats = (component.hasProperty('rrule') || component.hasProperty('rdate')) && !completed;
  let occurrence;
  try {
    if (repeats && time) occurrence = occurrenceOf(component, time, changes, today);
  } catch {
    // Its first day would be wrong.
    return { title: summary, reason: IMPORT_MESSAGES.repeatsUnknown };
  }

  const title = valueOf(occurrence?.component ?? component, 'summary') || summary;
  const uid = valueOf(component, 'uid') || `${summary}\n${rawText}`;
  const own = OWN_UID.exec(uid)?.groups?.['id'];
  const categories = valuesOf(component, 'categories');
  const isMarked = (name: string) => categories.includes(name);
  const priority = valueOf(component, 'priority');
  return {
    key: ['calendar', uid, valueOf(component, 'recurrence-id')].join('\n'),
    title,
    day: occurrence?.day ?? (time ? dayOf(time) : null),
    dayText: rawText,
    completed,
    starred: priority === '1', // the highest; 0 is none
    losses: {
      notes: component.hasProperty('description') || component.hasProperty('location'),
      tags: !own && categories.length > 0,
      times: time?.isDate === false,
      priorities: !['', '0', '1'].includes(priority),
      repeats,
      longer: !isToDo && time !== undefined && lastsDays(component, time),
    },
    ...(own && {
      key: ownKey(own),
      id: own,
      title: isMarked('Completed') ? title.replace(/^✓ /, '') : title,
      completed: isMarked('Completed'),
      starred: isMarked('Starred'),
      pinned: isMarked('Pinned'),
    }),
  };
}

/** Reads events and to-dos of an iCalendar file (RFC 5545). Throws if it is damaged. */
export function readCalendar(text: string, today: DayKey): ParsedFile {
  startCounting();
  const calendars: unknown[] = ICAL.parse(text);
  // A single calendar, or an array of several.
  const parts = (typeof calendars[0] === 'string' ? [calendars] : calendars).flatMap((calendar) =>
    new ICAL.Component(calendar as unknown[]).getAllSubcomponents(),
  );
  const uidOf = (part: Part) => valueOf(part, 'uid');
  const isChange = (part: Part) => part.hasProperty('recurrence-id');
  const changesOf = Map.groupBy(parts.filter(isChange), uidOf);
  const series = new Set(parts.filter((part) => !isChange(part)).map(uidOf));
  const found = parts.flatMap((part): ParsedTask | LeftOut | [] => {
    // A changed occurrence belongs to its series, if that is in the file.
    if (part.name === 'vtimezone' || (isChange(part) && series.has(uidOf(part)))) return [];
    try {
      return readEntry(part, changesOf.get(uidOf(part)) ?? [], today);
    } catch {
      return { title: valueOf(part, 'summary'), reason: IMPORT_MESSAGES.unreadable };
    }
  });
  return { source: 'iCalendar', hasIds: true, found };
}
