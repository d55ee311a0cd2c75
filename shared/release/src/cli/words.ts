const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An instant as the store writes it. */
function dateOf(instant: string): Date {
  // oxlint-disable-next-line space/no-date-from-text -- an instant in UTC, as the store's schema demands, not a day
  return new Date(instant);
}

/** How long ago, in a word or two: 'just now', '5 min', '3 h', '2 days'. Takes the instant as the store writes it. */
export function ago(since: string, now: Date): string {
  const gone = now.getTime() - dateOf(since).getTime();
  if (gone < MINUTE) return 'just now';
  if (gone < HOUR) return `${Math.floor(gone / MINUTE)} min`;
  if (gone < 2 * DAY) return `${Math.floor(gone / HOUR)} h`;
  return `${Math.floor(gone / DAY)} days`;
}

/** 10 → '10 %' */
export const inPercent = (percent: number) => `${percent} %`;

/** The commit as a table has room for it: '1234567890+' for one with changes that were not committed. */
export const shortCommit = (commit: string | null) => commit?.replace('+changes', '+') ?? '–';

/** Rows in columns two spaces apart; the columns whose heading begins with '>' are right-aligned. */
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

/** A text as a terminal may show it: what others wrote into a store must not steer it. Lines and tabs stay. */
export const withoutControls = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ');

/** Breaks a text into lines of at most `width` characters, the further ones indented; lines of its own are joined. */
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
