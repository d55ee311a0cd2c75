import { isDayKey, readDayText, type DayKey } from '@space/domain';
import type { OpenDate, ParsedTask } from './parsedFile.ts';

/** '15:30', 'at 9am'. */
export const TIME =
  /(?:\bat |@ ?|T)?\b\d{1,2}(?::\d{2}){1,2}(?:\.\d+)?Z?(?: ?[ap]m)?\b|\b(?:at )?\d{1,2} ?[ap]m\b/i;

const YEAR_FIRST = /^(?<year>\d{4})[/.-](?<second>\d{1,2})[/.-](?<first>\d{1,2})\.?$/;
const YEAR_LAST =
  /^(?<first>\d{1,2})(?<separator>[/.-])(?<second>\d{1,2})\k<separator>(?<year>\d{4}|\d{2})\.?$/;

function toDay(year: string, month: string, day: string): DayKey | null {
  const text = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isDayKey(text) ? text : null;
}

/** Reads a date of numbers in both orders: '20/11/2026', '20.11.26', '2026/11/20'. A date with dots has its day first. */
function numericDate(text: string) {
  const compact = text.replace(/\s/g, '');
  const match = YEAR_FIRST.exec(compact) ?? YEAR_LAST.exec(compact);
  const { year = '', first = '', second = '', separator } = match?.groups ?? {};
  const dayFirst = toDay(year, second, first);
  const isOpen = separator === '/' || separator === '-';
  const monthFirst = isOpen ? toDay(year, first, second) : dayFirst;
  return dayFirst === null && monthFirst === null ? null : { text, dayFirst, monthFirst };
}

/** The names of months in a language, and their English names. Empty if the language is unknown. */
function monthNames(language: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const formatOf = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  try {
    const english = formatOf('en', { month: 'long' });
    const formats = (['long', 'short'] as const).flatMap((month) => [
      formatOf(language, { month }),
      formatOf(language, { month, day: 'numeric' }), // in some languages another form of the name
    ]);
    for (let month = 0; month < 12; month += 1) {
      const date = new Date(Date.UTC(2026, month, 15));
      for (const format of formats) {
        const name = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
        names.set(name.toLowerCase().replace('.', ''), english.format(date));
      }
    }
  } catch {
    // Not the name of a language.
  }
  return names;
}

/** 'de' in '20 de noviembre de 2026', and the like. */
const FILLERS = new Set(['de', 'del', 'di', 'г']);

/** Takes a date in words and its months; returns it with an English month and a year of four digits. */
function toEnglish(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .toLowerCase()
    .replace(/\p{L}[\p{L}\p{M}]*\.?/gu, (word) => {
      const name = word.replace('.', '');
      return names.get(name) ?? (FILLERS.has(name) ? '' : word);
    })
    .replace(/-(?=\p{L})|(?<=\p{L})-|\s+/gu, ' ')
    .trim()
    .replace(/^(\d{1,2}\.? \p{L}+) (\d{2})$/u, '$1 20$2');
}

/**
 * Takes all dates of a file, each with or without a time; returns a function that reads them. If none of them shows whether the day or the month comes
 * first, it returns both days, and `openDate` is an example for the user to decide.
 */
export function dateReader(texts: readonly string[], today: DayKey) {
  const namesOf = new Map<string, ReadonlyMap<string, string>>();
  const withoutTime = (text: string) => text.replace(TIME, '').trim();
  const dates = texts.map((text) => numericDate(withoutTime(text))).filter((date) => date !== null);
  const hasDayFirst = dates.some(({ monthFirst }) => monthFirst === null);
  const hasMonthFirst = dates.some(({ dayFirst }) => dayFirst === null);
  const isOpen = hasDayFirst === hasMonthFirst;
  const openDate = dates
    .map(({ text, dayFirst, monthFirst }): OpenDate | null =>
      dayFirst && monthFirst && dayFirst !== monthFirst ? { text, dayFirst, monthFirst } : null,
    )
    .find((date) => date !== null);

  return {
    openDate: (isOpen && openDate) || null,
    read(text: string, language: string): Pick<ParsedTask, 'day' | 'monthFirstDay'> {
      const words = withoutTime(text);
      const date = numericDate(words);
      if (!date) {
        const months = namesOf.get(language) ?? monthNames(language);
        namesOf.set(language, months);
        return { day: readDayText(toEnglish(words, months), today) };
      }
      const [dayFirst, monthFirst] = [date.dayFirst ?? date.monthFirst, date.monthFirst ?? date.dayFirst];
      if (!isOpen) return { day: hasDayFirst ? dayFirst : monthFirst };
      return { day: dayFirst, ...(monthFirst && { monthFirstDay: monthFirst }) };
    },
  };
}
