import ICAL from 'ical.js';
import { readDayText, type DayKey } from '@space/domain';
import { occurrenceFinder } from './occurrenceFinder.ts';

// The repetitions of Todoist, in English: https://www.todoist.com/help/articles/introduction-to-recurring-dates-YUYVJJAV

const WEEKDAY =
  /^(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?$/;
const WEEKDAYS = 'MO,TU,WE,TH,FR';
const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['last', -1],
]);
const UNITS: ReadonlyMap<string, string> = new Map([
  ['day', 'DAILY'],
  ['week', 'WEEKLY'],
  ['month', 'MONTHLY'],
  ['year', 'YEARLY'],
]);

/** 'monday' → 'MO'. */
const toWeekday = (word = ''): string | null => (WEEKDAY.test(word) ? word.slice(0, 2).toUpperCase() : null);

/** '3rd', 'third' or '3' → 3; 'last' → -1. */
const toOrdinal = (word = ''): number | null =>
  ORDINALS.get(word) ?? (/^\d{1,2}(?:st|nd|rd|th)?$/.test(word) ? Number.parseInt(word, 10) : null);

/** Returns the rule of words such as 'monday, friday', '1st', 'last day', '3rd friday', 'jan 27' as an RRULE; null if unknown. */
function toRule(words: string, today: DayKey): string | null {
  if (/^(?:day|morning|afternoon|evening|night)$/.test(words)) return 'FREQ=DAILY';
  if (/^(?:week|work) ?day$/.test(words)) return `FREQ=WEEKLY;BYDAY=${WEEKDAYS}`;
  if (words === 'weekend') return 'FREQ=WEEKLY;BYDAY=SA';
  const parts = words.split(/ ?(?:,|&|\band\b) ?/);
  const weekdays = parts.map(toWeekday);
  if (!weekdays.includes(null)) return `FREQ=WEEKLY;BYDAY=${weekdays.join(',')}`;
  const days = parts.map((part) => (part === 'last day' ? -1 : toOrdinal(part)));
  if (days.every((day) => day !== null && day !== 0 && day <= 31))
    return `FREQ=MONTHLY;BYMONTHDAY=${days.join(',')}`;
  const [first, second, ...more] = words.split(' ');
  if (more.length > 0) return null;
  const [position, weekday] = [toOrdinal(first), toWeekday(second)];
  if (position !== null && weekday !== null && position <= 5)
    return `FREQ=MONTHLY;BYDAY=${position}${weekday}`;
  if (position !== null && second === 'workday') return `FREQ=MONTHLY;BYDAY=${WEEKDAYS};BYSETPOS=${position}`;
  const date = /^\d{1,2}\D* \D+$|^\D+ \d{1,2}\D*$/.test(words) ? readDayText(words, today) : null;
  return date && `FREQ=YEARLY;BYMONTH=${Number(date.slice(5, 7))};BYMONTHDAY=${Number(date.slice(8))}`;
}

/**
 * Takes what follows 'every', without a time, and today; returns the next day from today on. Null if the words are not
 * understood, or if they do not say it: 'every 2 weeks' does, but only with 'starting' and a date.
 */
export function nextOfRepetition(text: string, today: DayKey): DayKey | null {
  const [words = '', from, ...more] = text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .split(/ (?:starting|start|from) /);
  const start = from === undefined ? today : readDayText(from, today);
  const { count = '1', unit = '' } =
    /^(?:(?<count>\d{1,3}|other) )?(?<unit>[a-z]+?)s?$/.exec(words)?.groups ?? {};
  const frequency = from === undefined ? undefined : UNITS.get(unit);
  const rule = frequency
    ? `FREQ=${frequency};INTERVAL=${count === 'other' ? 2 : count}`
    : toRule(words, today);
  if (start === null || rule === null || more.length > 0) return null;
  const component = new ICAL.Component('vevent');
  component.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule));
  try {
    const series = { component, start: ICAL.Time.fromDateString(start), shift: 0, changes: [] };
    return occurrenceFinder(today)(series)?.day ?? null;
  } catch {
    return null;
  }
}
