/** Days as 'yyyy-MM-dd', and how pages display them. */

// Noon in UTC, far from midnight, so that adding days never shifts the date.
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

const inWords = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(noon(day));

/** The day `count` days later; earlier if negative. */
export function dayAfter(day: string, count = 1): string {
  const date = noon(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

export const mondayOf = (day: string): string => dayAfter(day, -((noon(day).getUTCDay() + 6) % 7));

export const weekFrom = (day: string): string[] => Array.from({ length: 7 }, (_, n) => dayAfter(day, n));

/** 'Monday' */
export const weekdayName = (day: string): string => inWords(day, { weekday: 'long' });

/** 'Nov 9' */
export const shortDate = (day: string): string => inWords(day, { month: 'short', day: 'numeric' });

/** '9' */
export const dayNumber = (day: string): string => inWords(day, { day: 'numeric' });

/** 'Monday Nov 9', the heading of a day card. */
export const dayHeading = (day: string): string => `${weekdayName(day)} ${shortDate(day)}`;
