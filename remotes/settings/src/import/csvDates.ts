import { isDayKey, readDayText, type DayKey } from '@space/domain';
import ICAL from 'ical.js';
import type { ParsedTask } from './parsedFile.ts';
import { occurrencesOf } from './recurrence.ts';

/** '2026-10-04T21:00:00+0000' is an instant, as TickTick writes it; returns its day in a time zone, or null for another text. */
export function dayOfInstant(text: string, timeZone: string): DayKey | null {
  if (!/^\d{4}-\d{2}-\d{2}T.*[+-]\d{4}$/.test(text)) return null;
  // oxlint-disable-next-line space/no-date-from-text -- an instant with its offset, not a day
  const date = new Date(text.replace(/(?=\d{2}$)/, ':'));
  try {
    const day = date.toLocaleDateString('en-CA', { timeZone: timeZone || undefined });
    return isDayKey(day) ? day : null;
  } catch {
    return dayOfInstant(text, ''); // this browser does not know the zone
  }
}

/** '15:30', 'at 9am'. */
const TIME = /(?:\bat |@ ?)?\b\d{1,2}(?::\d{2}){1,2}(?:\.\d+)?Z?(?: ?[ap]m)?\b|\b(?:at )?\d{1,2} ?[ap]m\b/i;
const REPEATS = /^(?:every|ev)\b ?!? ?/i;

/** Splits 'every monday at 9am' or '2026-10-05 15:30' into its words and whether it repeats and has a time. */
function splitDate(text: string) {
  const all = text.replace(/(\d)T(?=\d)/, '$1 ').replace(/^daily$/i, 'every day');
  const words = all.replace(TIME, '').replace(REPEATS, '').replace(/\s+/g, ' ').trim();
  return { words, losses: { times: TIME.test(all), repeats: REPEATS.test(all) } };
}

const NUMBERS = /^(\d{4}|\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{1,2})\.?$/;

function toDay(year: string, month: string, day: string): DayKey | null {
  const text = [year.replace(/^..$/, '20$&'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isDayKey(text) ? text : null;
}

/** Reads a date of numbers: '20/11/2026', '20.11.26', '2026/11/20'. With dots its day is first. */
function numericDate(text: string) {
  const [, start = '', separator, second = '', end = ''] = NUMBERS.exec(text.replace(/\s/g, '')) ?? [];
  const isYearFirst = start.length === 4;
  const [year, first] = isYearFirst ? [start, end] : [end, start];
  const day = toDay(year, second, first);
  const other = isYearFirst || separator === '.' ? day : toDay(year, first, second);
  const [dayFirst, monthFirst] = [day ?? other, other ?? day];
  const order = day === null ? 'month first' : other === null ? 'day first' : 'either';
  return dayFirst && monthFirst && { text, dayFirst, monthFirst, order };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const namesOf = new Map<string, ReadonlyMap<string, string>>();

/** The names of months in a language, and their English names; words as in '20 de noviembre de 2026' have none. */
function monthNames(language: string): ReadonlyMap<string, string> {
  const names = new Map(['de', 'del', 'di', 'г'].map((word) => [word, '']));
  // In some languages the name has another form beside a day.
  for (const [month, day] of [['long'], ['short'], ['long', 'numeric'], ['short', 'numeric']] as const) {
    const format = new Intl.DateTimeFormat(language, { month, day });
    for (const [index, english] of MONTHS.entries()) {
      const parts = format.formatToParts(new Date(2026, index, 15));
      const name = parts.find(({ type }) => type === 'month')?.value ?? '';
      names.set(name.toLowerCase().replace('.', ''), english);
    }
  }
  namesOf.set(language, names);
  return names;
}

/** Takes a date in words of a language; returns it with an English month and a year of four digits. */
function toEnglish(text: string, locale: string): string {
  // Also 'pt_BR'; the names of months differ by language alone.
  const language = /^[a-z]{2,3}(?![a-z])/i.exec(locale)?.[0] ?? 'en';
  const names = namesOf.get(language) ?? monthNames(language);
  return text
    .toLowerCase()
    .replace(/\p{L}[\p{L}\p{M}]*\.?/gu, (word) => names.get(word.replace('.', '')) ?? word)
    .replace(/-(?=\p{L})|(?<=\p{L})-|\s+/gu, ' ')
    .trim()
    .replace(/^(\d{1,2}\.? \p{L}+) (\d{2})$/u, '$1 20$2');
}

/**
 * Takes all dates of a file; returns a function that reads them, with what is lost of each. If none of them shows whether the
 * day or the month comes first, it returns both days, and `openDate` is an example for the user to decide.
 */
export function dateReader(texts: readonly (readonly [text: string, language: string])[], today: DayKey) {
  const dates = texts.flatMap(([text]) => numericDate(splitDate(text).words) ?? []);
  const orders = new Set(dates.map(({ order }) => order));
  const isDayFirst = orders.has('day first');
  const isOpen = isDayFirst === orders.has('month first');

  function dayOf(words: string, language: string): Pick<ParsedTask, 'day' | 'monthFirstDay'> {
    const date = numericDate(words);
    if (!date) return { day: readDayText(toEnglish(words, language), today) };
    const { dayFirst, monthFirst } = date;
    return isOpen
      ? { day: dayFirst, monthFirstDay: monthFirst }
      : { day: isDayFirst ? dayFirst : monthFirst };
  }

  return {
    openDate: isOpen ? dates.find(({ dayFirst, monthFirst }) => dayFirst !== monthFirst) : undefined,
    readDate(text: string, language: string) {
      const { words, losses } = splitDate(text);
      const day = losses.repeats ? { day: nextOfRepetition(words, today) } : dayOf(words, language);
      return { ...day, dayText: text, losses };
    },
  };
}

// The repetitions of Todoist, in English: https://www.todoist.com/help/articles/introduction-to-recurring-dates-YUYVJJAV

const WEEKDAY =
  /\b(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?\b/g;
const ORDINALS = ['last', 'first', 'second', 'third', 'fourth'];

/** What follows 'every', with weekdays and numbers as in a rule, and what the rule is. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^(?:day|morning|afternoon|evening|night)$/, 'FREQ=DAILY'],
  [/^(?:week|work) ?day$/, 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  [/^weekend$/, 'FREQ=WEEKLY;BYDAY=SA'],
  [/^([A-Z]{2}(?:,[A-Z]{2})*)$/, 'FREQ=WEEKLY;BYDAY=$1'],
  [/^(-?\d+(?:,-?\d+)*)$/, 'FREQ=MONTHLY;BYMONTHDAY=$1'],
  [/^(-1|[1-5]) ([A-Z]{2})$/, 'FREQ=MONTHLY;BYDAY=$1$2'],
  [/^(-1|\d+) workday$/, 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=$1'],
  [/^(\d{1,3}) days?$/, 'FREQ=DAILY;INTERVAL=$1'],
  [/^(\d{1,3}) (week|month|year)s?$/, 'FREQ=$2ly;INTERVAL=$1'],
];

/** Returns the rule of words such as 'monday, friday', '1st', 'last day', '3rd friday', 'jan 27', '2 weeks'; null if unknown. */
function toRule(words: string, today: DayKey): string | null {
  const spelt = words
    .replace(WEEKDAY, (name) => name.slice(0, 2).toUpperCase())
    .replace(/\b(?:last|first|second|third|fourth)\b/g, (word) => String(ORDINALS.indexOf(word) || -1))
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/g, '$1')
    .replace(/ ?(?:,|&|\band\b) ?/g, ',')
    .replace(/-1 day\b/g, '-1')
    .replace(/^other\b/, '2')
    .replace(/^(?:week|month|year)$/, '1 $&');
  for (const [pattern, rule] of RULES)
    if (pattern.test(spelt)) return spelt.replace(pattern, rule).toUpperCase();
  const date = /^\d{1,2}\D* \D+$|^\D+ \d{1,2}\D*$/.test(words) ? readDayText(words, today) : null;
  return date && `FREQ=YEARLY;BYMONTH=${Number(date.slice(5, 7))};BYMONTHDAY=${Number(date.slice(8))}`;
}

/**
 * Takes what follows 'every', without a time, and today; returns the next day from today on. Null if the words are not
 * understood, or if they do not say it: 'every 2 weeks' does, but only with 'starting' and a date.
 */
function nextOfRepetition(text: string, today: DayKey): DayKey | null {
  const [, words = '', from] = /^(.+?)(?: (?:starting|start|from) (.*))?$/.exec(text.toLowerCase()) ?? [];
  const rule = toRule(words, today);
  const start = from !== undefined ? readDayText(from, today) : rule?.includes('INTERVAL') ? null : today;
  if (start === null || rule === null) return null;
  try {
    for (const time of occurrencesOf(ICAL.Recur.fromString(rule), ICAL.Time.fromDateString(start))) {
      const day = time.toString();
      if (isDayKey(day) && day >= today) return day;
    }
  } catch {
    // The library cannot evaluate the rule.
  }
  return null;
}
