const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An instant as the store writes it. */
function dateOf(instant: string): Date {
  // oxlint-disable-next-line space/no-date-from-text -- an instant in UTC, as the store's schema demands, not a day
  return new Date(instant);
}

/** The time since an instant: 'just now', '5 min', '3 h', '2 days'. Takes the instant as the store writes it. */
export function ago(since: string, now: Date): string {
  const elapsed = now.getTime() - dateOf(since).getTime();
  if (elapsed < MINUTE) return 'just now';
  if (elapsed < HOUR) return `${Math.floor(elapsed / MINUTE)} min`;
  if (elapsed < 2 * DAY) return `${Math.floor(elapsed / HOUR)} h`;
  return `${Math.floor(elapsed / DAY)} days`;
}

/** 10 → '10 %' */
export const inPercent = (percent: number) => `${percent} %`;

/** The commit for a table cell: '1234567890+' if there were uncommitted changes. */
export const shortCommit = (commit: string | null) => commit?.replace('+changes', '+') ?? '–';

/** Formats rows as columns two spaces apart; columns whose heading begins with '>' are right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const names = headings.map((heading) => heading.replace(/^>/, ''));
  const widths = names.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [names, ...rows].map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return headings[column]?.startsWith('>') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Replaces control characters, so that text from a store cannot control the terminal. Line breaks and tabs stay. */
export const withoutControls = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ');

/** Wraps a text to lines of at most `width` characters, all but the first indented; existing line breaks are removed. */
export function wrap(text: string, indent = '  ', width = 80): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && `${line} ${word}`.length > width) {
      lines.push(line);
      line = indent + word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
