/** Days as 'yyyy-MM-dd', and how pages display them. */

// Noon in UTC, far from midnight, so that adding days never shifts the date.
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

const inWords = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string) => format.format(noon(day));
};

/** The day `count` days later; earlier if negative. */
export const dayAfter = (day: string, count = 1) =>
  new Date(noon(day).getTime() + count * 86_400_000).toISOString().slice(0, 10);

export const mondayOf = (day: string) => dayAfter(day, -((noon(day).getUTCDay() + 6) % 7));

export const weekFrom = (day: string) => Array.from({ length: 7 }, (_, n) => dayAfter(day, n));

/** 'Monday' */
export const weekdayName = inWords({ weekday: 'long' });
/** 'Nov 9' */
export const shortDate = inWords({ month: 'short', day: 'numeric' });
/** '9' */
export const dayNumber = inWords({ day: 'numeric' });
/** 'Monday Nov 9', the heading of a day card. */
export const dayHeading = (day: string) => `${weekdayName(day)} ${shortDate(day)}`;
