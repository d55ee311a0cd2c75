import { IMPORT_MESSAGES, addDays, isDayKey, toDayKey, type DayKey } from '@space/domain';
import ICAL from 'ical.js';
import { occurrenceFinder } from './occurrenceFinder.ts';
import { ownKey } from './readOwnFile.ts';
import { createParsedFile, splitTitle, type ParsedFile } from './parsedFile.ts';

/** The UID of an event that `calendarFile` has written. */
const OWN_UID = /^(?<id>[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})@better-space$/i;
const HIGHEST = '1';
const NONE = '0';

const valueOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '');

const isCancelled = (component: ICAL.Component): boolean =>
  valueOf(component, 'status').toUpperCase() === 'CANCELLED';

/** Converts a time to the zone of this device; keeps a date, and a time in a zone that the file does not define. */
function dayOf(time: ICAL.Time): DayKey | null {
  const day = time.isDate ? time.toString() : toDayKey(time.toJSDate());
  return isDayKey(day) ? day : null;
}

const isTime = (value: unknown): value is ICAL.Time => value instanceof ICAL.Time;

/** The first of these properties that the component has: its text, and its time unless the date is invalid. */
function startOf(component: ICAL.Component, names: readonly string[]) {
  const property = names.map((name) => component.getFirstProperty(name)).find((found) => found !== null);
  const rawText = String(property?.toJSON()[3] ?? '');
  const value = property?.getFirstValue();
  // The library would read February 31 as March 3.
  const time = isTime(value) && isDayKey(rawText.slice(0, 10)) ? value : null;
  return { rawText, time };
}

/** The UIDs of all events, and the changed single occurrences by the UID of their event. */
function seriesOf(parts: readonly ICAL.Component[]) {
  const series = new Set<string>();
  const changes = new Map<string, ICAL.Component[]>();
  for (const part of parts) {
    const uid = valueOf(part, 'uid');
    if (part.name !== 'vevent') continue;
    if (part.hasProperty('recurrence-id')) changes.set(uid, [...(changes.get(uid) ?? []), part]);
    else series.add(uid);
  }
  return { series, changes };
}

function endsAfter({ startDate, endDate }: ICAL.Event, day: DayKey): boolean {
  const end = isTime(endDate) ? dayOf(endDate) : null;
  return end !== null && (startDate.isDate ? addDays(end, -1) : end) > day;
}

/** The title, emoji and marks of an event that `calendarFile` has written. */
function ownFields(title: string, categories: readonly unknown[]) {
  const has = (name: string) => categories.includes(name);
  const words = splitTitle(has('Completed') ? title.replace(/^✓ /, '') : title);
  return { ...words, completed: has('Completed'), starred: has('Starred'), pinned: has('Pinned') };
}

/** Reads events and to-dos of an iCalendar file (RFC 5545). Throws if it is damaged. */
export function readCalendar(text: string, today: DayKey): ParsedFile {
  const { parsed, add, leaveOut, countLosses } = createParsedFile('iCalendar');
  const findNext = occurrenceFinder({ today, dayOf, isCancelled: ({ component }) => isCancelled(component) });

  function readEntry(component: ICAL.Component, changes: readonly ICAL.Component[]): void {
    const isToDo = component.name === 'vtodo';
    const base = new ICAL.Event(component, { exceptions: [...changes] });
    const { rawText, time } = startOf(component, isToDo ? ['due', 'dtstart'] : ['dtstart']);
    const repeats = component.hasProperty('rrule') || component.hasProperty('rdate');
    const next = repeats && !isToDo && time ? findNext(base) : null;
    const title = (next?.event ?? base).summary ?? '';
    if (isCancelled(component)) return leaveOut(title, IMPORT_MESSAGES.cancelled);

    const day = next?.day ?? (time && dayOf(time));
    const uid = valueOf(component, 'uid') || `${title}\n${rawText}`;
    const own = OWN_UID.exec(uid)?.groups?.['id'];
    const categories = component.getAllProperties('categories').flatMap((each) => each.getValues());
    const priority = valueOf(component, 'priority');
    add({
      key:
        own === undefined ? ['calendar', uid, valueOf(component, 'recurrence-id')].join('\n') : ownKey(own),
      ...splitTitle(title),
      day,
      ...(day === null && rawText !== '' ? { dayText: rawText } : {}),
      completed: valueOf(component, 'status').toUpperCase() === 'COMPLETED',
      starred: priority === HIGHEST,
      ...(own === undefined ? {} : { id: own, ...ownFields(title, categories) }),
    });
    countLosses({
      notes: component.hasProperty('description') || component.hasProperty('location'),
      tags: own === undefined && categories.length > 0,
      times: time?.isDate === false,
      priorities: !['', HIGHEST, NONE].includes(priority),
      repeats,
      longer: !isToDo && day !== null && next === null && endsAfter(base, day),
    });
  }

  const calendars: unknown[] = ICAL.parse(text);
  // A single calendar, or an array of several.
  for (const calendar of typeof calendars[0] === 'string' ? [calendars] : calendars) {
    const parts = new ICAL.Component(calendar as unknown[]).getAllSubcomponents();
    const { series, changes } = seriesOf(parts);
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
