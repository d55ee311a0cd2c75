import { IMPORT_MESSAGES, addDays, isDayKey, toDayKey, type DayKey } from '@space/domain';
import ICAL from 'ical.js';
import { createNextTime } from './nextTime.ts';
import { ownKey } from './readOwnFile.ts';
import { createReading, wordsOf, type Reading } from './reading.ts';

/** What `calendarFile` names its events by. */
const OWN_UID = /^(?<id>[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})@better-space$/i;
const HIGHEST = '1';
const NONE = '0';

const valueOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '');

const isCancelled = (component: ICAL.Component): boolean =>
  valueOf(component, 'status').toUpperCase() === 'CANCELLED';

/** A time is an instant on this device; a date, and a time in a zone that the file does not explain, are as they are written. */
function dayOf(time: ICAL.Time): DayKey | null {
  const day = time.isDate ? time.toString() : toDayKey(time.toJSDate());
  return isDayKey(day) ? day : null;
}

const isTime = (value: unknown): value is ICAL.Time => value instanceof ICAL.Time;

/** What an event or a to-do says of its day, of the first of these properties that it has. */
function startOf(component: ICAL.Component, names: readonly string[]) {
  const property = names.map((name) => component.getFirstProperty(name)).find((found) => found !== null);
  const written = String(property?.toJSON()[3] ?? '');
  const value = property?.getFirstValue();
  // The library would read February 31 as March 3.
  const time = isTime(value) && isDayKey(written.slice(0, 10)) ? value : null;
  return { written, time };
}

/** What repeats, by its UID, and the changes of single times of it. */
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

function lastsLonger({ startDate, endDate }: ICAL.Event, day: DayKey): boolean {
  const end = isTime(endDate) ? dayOf(endDate) : null;
  return end !== null && (startDate.isDate ? addDays(end, -1) : end) > day;
}

/** The emoji and the marks of a task of ours, in the words of `calendarFile`. */
function ownParts(title: string, categories: readonly unknown[]) {
  const has = (name: string) => categories.includes(name);
  const words = wordsOf(has('Completed') ? title.replace(/^✓ /, '') : title);
  return { ...words, completed: has('Completed'), starred: has('Starred'), pinned: has('Pinned') };
}

/** Reads events and to-dos of an iCalendar file (RFC 5545). Throws where it is damaged. */
export function readCalendar(text: string, today: DayKey): Reading {
  const { reading, add, leaveOut, lose } = createReading('iCalendar');
  const nextTime = createNextTime({ today, dayOf, isCancelled: ({ component }) => isCancelled(component) });

  function readOne(component: ICAL.Component, changes: readonly ICAL.Component[]): void {
    const isToDo = component.name === 'vtodo';
    const base = new ICAL.Event(component, { exceptions: [...changes] });
    const { written, time } = startOf(component, isToDo ? ['due', 'dtstart'] : ['dtstart']);
    const repeats = component.hasProperty('rrule') || component.hasProperty('rdate');
    const next = repeats && !isToDo && time ? nextTime(base) : null;
    const title = (next?.event ?? base).summary ?? '';
    if (isCancelled(component)) return leaveOut(title, IMPORT_MESSAGES.cancelled);

    const day = next?.day ?? (time && dayOf(time));
    const uid = valueOf(component, 'uid') || `${title}\n${written}`;
    const own = OWN_UID.exec(uid)?.groups?.['id'];
    const categories = component.getAllProperties('categories').flatMap((each) => each.getValues());
    const priority = valueOf(component, 'priority');
    add({
      key:
        own === undefined ? ['calendar', uid, valueOf(component, 'recurrence-id')].join('\n') : ownKey(own),
      ...wordsOf(title),
      day,
      ...(day === null && written !== '' ? { dayText: written } : {}),
      completed: valueOf(component, 'status').toUpperCase() === 'COMPLETED',
      starred: priority === HIGHEST,
      ...(own === undefined ? {} : { id: own, ...ownParts(title, categories) }),
    });
    lose({
      notes: component.hasProperty('description') || component.hasProperty('location'),
      tags: own === undefined && categories.length > 0,
      times: time?.isDate === false,
      priorities: !['', HIGHEST, NONE].includes(priority),
      repeats,
      longer: !isToDo && day !== null && next === null && lastsLonger(base, day),
    });
  }

  const parsed: unknown[] = ICAL.parse(text);
  // One calendar, or a list of several.
  for (const each of typeof parsed[0] === 'string' ? [parsed] : parsed) {
    const parts = new ICAL.Component(each as unknown[]).getAllSubcomponents();
    const { series, changes } = seriesOf(parts);
    for (const part of parts) {
      const uid = valueOf(part, 'uid');
      const isChange = part.hasProperty('recurrence-id');
      if (part.name === 'vtimezone' || (isChange && series.has(uid))) continue;
      try {
        if (part.name === 'vevent' || part.name === 'vtodo')
          readOne(part, isChange ? [] : (changes.get(uid) ?? []));
        else leaveOut(valueOf(part, 'summary'), IMPORT_MESSAGES.isOtherKind);
      } catch {
        leaveOut(valueOf(part, 'summary'), IMPORT_MESSAGES.unreadable);
      }
    }
  }
  return reading;
}
