import { IMPORT_MESSAGES, addDays, daysBetween, isDayKey, type DayKey } from '@space/domain';
import ICAL from 'ical.js';
import { dayOf, isTime, occurrenceFinder } from './occurrenceFinder.ts';
import { ownKey } from './readOwnFile.ts';
import { createParsedFile, splitTitle, type ParsedFile } from './parsedFile.ts';

/** The UID of an event that `calendarFile` has written. */
const OWN_UID = /^(?<id>[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})@better-space$/i;
const HIGHEST = '1';
const NONE = '0';
const TWO_DAYS = 2 * 24 * 60 * 60;

const valueOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '');

const isCancelled = (component: ICAL.Component): boolean =>
  valueOf(component, 'status').toUpperCase() === 'CANCELLED';

/** The first of these properties that the component has: its text, and its time unless the date is invalid. */
function startOf(component: ICAL.Component, names: readonly string[]) {
  const property = names.map((name) => component.getFirstProperty(name)).find((found) => found !== null);
  const rawText = String(property?.toJSON()[3] ?? '');
  const value = property?.getFirstValue();
  // The library would read February 31 as March 3.
  const time = isTime(value) && isDayKey(rawText.slice(0, 10)) ? value : null;
  return { rawText, time };
}

/** The UIDs of all entries, and the changed single occurrences by the UID of their entry. */
function seriesOf(parts: readonly ICAL.Component[]) {
  const series = new Set<string>();
  const changes = new Map<string, ICAL.Component[]>();
  for (const part of parts) {
    const uid = valueOf(part, 'uid');
    if (part.hasProperty('recurrence-id')) changes.set(uid, [...(changes.get(uid) ?? []), part]);
    else series.add(uid);
  }
  return { series, changes };
}

/** Whether an event that begins at a time ends on a later day. */
function lastsDays(component: ICAL.Component, start: ICAL.Time): boolean {
  const [dtend, duration] = ['dtend', 'duration'].map((name) => component.getFirstPropertyValue(name));
  const end = isTime(dtend) ? dtend : start.clone();
  // The library counts the days of a duration one by one: more than two need not be known.
  if (!isTime(dtend) && duration instanceof ICAL.Duration)
    end.addDuration(ICAL.Duration.fromSeconds(Math.min(duration.toSeconds(), TWO_DAYS)));
  const [day, endDay] = [dayOf(start), dayOf(end)];
  return day !== null && endDay !== null && (start.isDate ? addDays(endDay, -1) : endDay) > day;
}

/** Removes rules of a time zone that no calendar makes: the library evaluates them without a limit. */
function limitZone(zone: ICAL.Component): void {
  for (const phase of zone.getAllSubcomponents()) {
    for (const property of phase.getAllProperties('rrule')) {
      const rule = property.getFirstValue();
      const isUsual = rule instanceof ICAL.Recur && rule.freq === 'YEARLY';
      if (!isUsual || ['BYHOUR', 'BYMINUTE', 'BYSECOND'].some((part) => part in rule.parts))
        phase.removeProperty(property);
    }
  }
}

/** The title, emoji and marks of an event that `calendarFile` has written. */
function ownFields(title: string, categories: readonly unknown[]) {
  const has = (name: string) => categories.includes(name);
  const words = splitTitle(has('Completed') ? title.replace(/^✓ /, '') : title);
  return { ...words, completed: has('Completed'), starred: has('Starred'), pinned: has('Pinned') };
}

// The library reads rules while it parses the file, and one that it does not know would make the whole file unreadable.
const { recur } = ICAL.design.icalendar.value;
const readRule = recur.fromICAL;
recur.fromICAL = (rule: string) => {
  try {
    return readRule(rule.replace(/\s/g, '').toUpperCase());
  } catch {
    return {};
  }
};

/** Reads events and to-dos of an iCalendar file (RFC 5545). Throws if it is damaged. */
export function readCalendar(text: string, today: DayKey): ParsedFile {
  const { parsed, add, leaveOut } = createParsedFile('iCalendar');
  const findOccurrence = occurrenceFinder(today);

  /** Returns null if the occurrence is unknown: the first day of a series would be wrong. */
  function occurrenceOf(component: ICAL.Component, due: ICAL.Time, changes: readonly ICAL.Component[]) {
    const start = startOf(component, ['dtstart']).time ?? due;
    const [startDay, dueDay] = [dayOf(start), dayOf(due)];
    if (startDay === null || dueDay === null) return null;
    try {
      return findOccurrence({ component, start, shift: daysBetween(startDay, dueDay), changes });
    } catch {
      return null;
    }
  }

  function readEntry(component: ICAL.Component, changes: readonly ICAL.Component[]): void {
    const isToDo = component.name === 'vtodo';
    const summary = valueOf(component, 'summary');
    if (isCancelled(component)) return leaveOut(summary, IMPORT_MESSAGES.cancelled);
    const { rawText, time } = startOf(component, isToDo ? ['due', 'dtstart'] : ['dtstart']);
    const isCompleted = valueOf(component, 'status').toUpperCase() === 'COMPLETED';
    const repeats = ['rrule', 'rdate'].some((name) => component.hasProperty(name)) && !isCompleted;
    const occurrence = repeats && time ? occurrenceOf(component, time, changes) : null;
    if (repeats && time && !occurrence) return leaveOut(summary, IMPORT_MESSAGES.repeatsUnknown);

    const title = (occurrence && valueOf(occurrence.component, 'summary')) || summary;
    const day = occurrence?.day ?? (time && dayOf(time));
    const uid = valueOf(component, 'uid') || `${summary}\n${rawText}`;
    const own = OWN_UID.exec(uid)?.groups?.['id'];
    const categories = component.getAllProperties('categories').flatMap((each) => each.getValues());
    const priority = valueOf(component, 'priority');
    const task = {
      key:
        own === undefined ? ['calendar', uid, valueOf(component, 'recurrence-id')].join('\n') : ownKey(own),
      ...splitTitle(title),
      day,
      ...(day === null && rawText !== '' ? { dayText: rawText } : {}),
      completed: isCompleted,
      starred: priority === HIGHEST,
      ...(own === undefined ? {} : { id: own, ...ownFields(title, categories) }),
    };
    add(task, {
      notes: component.hasProperty('description') || component.hasProperty('location'),
      tags: own === undefined && categories.length > 0,
      times: time?.isDate === false,
      priorities: !['', HIGHEST, NONE].includes(priority),
      repeats,
      longer: !isToDo && time !== null && lastsDays(component, time),
    });
  }

  const calendars: unknown[] = ICAL.parse(text);
  // A single calendar, or an array of several.
  for (const calendar of typeof calendars[0] === 'string' ? [calendars] : calendars) {
    const parts = new ICAL.Component(calendar as unknown[]).getAllSubcomponents();
    const { series, changes } = seriesOf(parts);
    for (const part of parts) if (part.name === 'vtimezone') limitZone(part);
    for (const part of parts) {
      const uid = valueOf(part, 'uid');
      const isChange = part.hasProperty('recurrence-id');
      if (part.name === 'vtimezone' || (isChange && series.has(uid))) continue;
      try {
        if (part.name === 'vevent' || part.name === 'vtodo')
          readEntry(part, isChange ? [] : (changes.get(uid) ?? []));
        else leaveOut(valueOf(part, 'summary'), IMPORT_MESSAGES.isOtherKind);
      } catch {
        leaveOut(valueOf(part, 'summary'), IMPORT_MESSAGES.unreadable);
      }
    }
  }
  return parsed;
}
