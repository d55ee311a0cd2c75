import { IMPORT_MESSAGES, addDays, daysBetween, isDayKey, toDayKey, type DayKey } from '@space/domain';
import ICAL from 'ical.js';
import { ownKey, type LeftOut, type ParsedFile, type ParsedTask } from './parsedFile.ts';
import { occurrencesOf, startCounting } from './recurrence.ts';

/** The UID of an event that `calendarFile` has written. */
const OWN_UID = /^(?<id>[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})@better-space$/i;
const HIGHEST = '1';
const NONE = '0';
const TWO_DAYS = 2 * 24 * 60 * 60;
const MAX_DATES = 10_000;

const valueOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '');
const statusOf = (component: ICAL.Component): string => valueOf(component, 'status').toUpperCase();
const isTime = (value: unknown): value is ICAL.Time => value instanceof ICAL.Time;

/** Converts a time to the zone of this device; keeps a date, and a time in a zone that the file does not define. */
function dayOf(time: ICAL.Time): DayKey {
  const day = time.isDate ? time.toString() : toDayKey(time.toJSDate());
  if (!isDayKey(day)) throw new RangeError(`Not a day: ${day}`);
  return day;
}

/** All values of these properties that are times, or the start of a period. */
const timesOf = (component: ICAL.Component, ...names: string[]): ICAL.Time[] =>
  names
    .flatMap((name) => component.getAllProperties(name))
    .flatMap((property): unknown[] => property.getValues())
    .map((value) => (value instanceof ICAL.Period ? value.start : value))
    .filter(isTime);

/** The first of these properties that the component has: its text, and its time unless the date is invalid. */
function startOf(component: ICAL.Component, names: readonly string[]) {
  const property = names.map((name) => component.getFirstProperty(name)).find((found) => found !== null);
  const rawText = String(property?.toJSON()[3] ?? '');
  const value = property?.getFirstValue();
  // The library would read February 31 as March 3.
  return { rawText, time: isTime(value) && isDayKey(rawText.slice(0, 10)) ? value : null };
}

/** Whether an event that begins at a time ends on a later day. */
function lastsDays(component: ICAL.Component, start: ICAL.Time): boolean {
  const [dtend, duration] = ['dtend', 'duration'].map((name) => component.getFirstPropertyValue(name));
  const end = isTime(dtend) ? dtend : start.clone();
  // The library counts the days of a duration one by one: more than two need not be known.
  if (!isTime(dtend) && duration instanceof ICAL.Duration)
    end.addDuration(ICAL.Duration.fromSeconds(Math.min(duration.toSeconds(), TWO_DAYS)));
  return addDays(dayOf(end), start.isDate ? -1 : 0) > dayOf(start);
}

/**
 * Takes a series, the time of its day (a to-do is due later than it starts), its changed single occurrences, and today;
 * returns its next occurrence from today on, or the last one of a series that is over: its day, and the component that
 * describes it. Throws if the series cannot be evaluated, or has none.
 */
function occurrenceOf(
  component: ICAL.Component,
  due: ICAL.Time,
  changes: readonly ICAL.Component[],
  today: DayKey,
) {
  const start = startOf(component, ['dtstart']).time ?? due;
  const shift = daysBetween(dayOf(start), dayOf(due));
  const rules = component.getAllProperties('rrule').map((property) => property.getFirstValue());
  const removed = timesOf(component, 'exdate');
  const added = [...(rules.length === 0 ? [start] : []), ...timesOf(component, 'rdate')];
  const isOfRange = (change: ICAL.Component) =>
    change.getFirstProperty('recurrence-id')?.getParameter('range') !== undefined;
  if (component.hasProperty('exrule') || added.length + removed.length > MAX_DATES || changes.some(isOfRange))
    throw new Error('The series is not supported');

  const textOf = (time: ICAL.Time) => time.toString().slice(0, 10);
  const excluded = new Set(
    [...removed, ...changes.flatMap((change) => timesOf(change, 'recurrence-id'))].map((time) =>
      time.isDate || start.isDate ? textOf(time) : time.toUnixTime(),
    ),
  );
  const isExcluded = (time: ICAL.Time) =>
    excluded.size > 0 && (excluded.has(textOf(time)) || excluded.has(time.toUnixTime()));

  const times = added.filter((time) => !isExcluded(time));
  // Compared as text, for speed: a daily series may have begun decades ago.
  const earliest: string = addDays(today, -shift - 2);
  for (const rule of rules) {
    if (!(rule instanceof ICAL.Recur)) throw new Error('There is no rule');
    let last: ICAL.Time | null = null;
    for (const time of occurrencesOf(rule, start)) {
      if (isExcluded(time)) continue;
      last = time.clone();
      if (time.toString() >= earliest && addDays(dayOf(time), shift) >= today) break;
    }
    if (last) times.push(last);
  }
  const open = changes.filter((change) => !['CANCELLED', 'COMPLETED'].includes(statusOf(change)));
  const found = [
    ...open.map((change) => ({ component: change, time: timesOf(change, 'dtstart', 'due')[0] })),
    ...times.map((time) => ({ component, time })),
  ].flatMap(({ time, ...rest }) => (time ? [{ ...rest, day: addDays(dayOf(time), shift) }] : []));
  found.sort((one, other) => one.day.localeCompare(other.day));
  const next = found.find(({ day }) => day >= today) ?? found.at(-1);
  if (!next) throw new Error('The series has no occurrence');
  return next;
}

/** The title, emoji and marks of an event that `calendarFile` has written. */
function ownFields(id: string, title: string, categories: readonly unknown[]) {
  const has = (name: string) => categories.includes(name);
  const completed = has('Completed');
  const marks = { completed, starred: has('Starred'), pinned: has('Pinned') };
  return { key: ownKey(id), id, title: completed ? title.replace(/^✓ /, '') : title, ...marks };
}

/** Reads an event or a to-do, with its changed occurrences. Throws if that cannot be done. */
function readEntry(component: ICAL.Component, changes: readonly ICAL.Component[], today: DayKey) {
  const summary = valueOf(component, 'summary');
  const status = statusOf(component);
  if (status === 'CANCELLED') return { title: summary, reason: IMPORT_MESSAGES.cancelled };
  const isToDo = component.name === 'vtodo';
  const { rawText, time } = startOf(component, isToDo ? ['due', 'dtstart'] : ['dtstart']);
  const completed = status === 'COMPLETED';
  const repeats = (component.hasProperty('rrule') || component.hasProperty('rdate')) && !completed;
  let occurrence = null;
  try {
    occurrence = repeats && time && occurrenceOf(component, time, changes, today);
  } catch {
    // Its first day would be wrong.
    return { title: summary, reason: IMPORT_MESSAGES.repeatsUnknown };
  }

  const title = (occurrence && valueOf(occurrence.component, 'summary')) || summary;
  const uid = valueOf(component, 'uid') || `${summary}\n${rawText}`;
  const own = OWN_UID.exec(uid)?.groups?.['id'];
  const categories = component.getAllProperties('categories').flatMap((each) => each.getValues());
  const priority = valueOf(component, 'priority');
  return {
    key: ['calendar', uid, valueOf(component, 'recurrence-id')].join('\n'),
    title,
    day: occurrence ? occurrence.day : time && dayOf(time),
    dayText: rawText,
    completed,
    starred: priority === HIGHEST,
    losses: {
      notes: component.hasProperty('description') || component.hasProperty('location'),
      tags: !own && categories.length > 0,
      times: time?.isDate === false,
      priorities: !['', HIGHEST, NONE].includes(priority),
      repeats,
      longer: !isToDo && time !== null && lastsDays(component, time),
    },
    ...(own && ownFields(own, title, categories)),
  };
}

/** Reads events and to-dos of an iCalendar file (RFC 5545). Throws if it is damaged. */
export function readCalendar(text: string, today: DayKey): ParsedFile {
  startCounting();
  const found: (ParsedTask | LeftOut)[] = [];
  const calendars: unknown[] = ICAL.parse(text);
  // A single calendar, or an array of several.
  for (const calendar of typeof calendars[0] === 'string' ? [calendars] : calendars) {
    const parts = new ICAL.Component(calendar as unknown[]).getAllSubcomponents();
    const uidOf = (part: ICAL.Component) => valueOf(part, 'uid');
    const isChange = (part: ICAL.Component) => part.hasProperty('recurrence-id');
    const changesOf = Map.groupBy(parts.filter(isChange), uidOf);
    const series = new Set(parts.filter((part) => !isChange(part)).map(uidOf));
    for (const part of parts) {
      // A changed occurrence belongs to its series, if that is in the file.
      if (part.name === 'vtimezone' || (isChange(part) && series.has(uidOf(part)))) continue;
      const leaveOut = (reason: string) => ({ title: valueOf(part, 'summary'), reason });
      try {
        const isRead = part.name === 'vevent' || part.name === 'vtodo';
        const changes = changesOf.get(uidOf(part)) ?? [];
        found.push(isRead ? readEntry(part, changes, today) : leaveOut(IMPORT_MESSAGES.isOtherKind));
      } catch {
        found.push(leaveOut(IMPORT_MESSAGES.unreadable));
      }
    }
  }
  return { source: 'iCalendar', found };
}
