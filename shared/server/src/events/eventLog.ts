import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { recordedEventSchema, type RecordedEvent } from '@space/store';

/** What browsers reported about remotes, as the operator may read it. */
export interface EventLog {
  /** Stores an event with its time of arrival. Throws if it cannot be written. */
  add(event: Omit<RecordedEvent, 'at'>): Promise<RecordedEvent>;
  /** All stored events, oldest first. */
  read(): Promise<readonly RecordedEvent[]>;
}

/** About twenty thousand events. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Opens a log in a file (JSON lines, mode 600). A full file is renamed to `<file>.old` and replaces the previous one, so the
 * disk never holds more than two.
 *
 * Takes the file, and for tests its maximum size in bytes and a clock.
 */
export function openEventLog(options: { file: string; maxBytes?: number; now?: () => Date }): EventLog {
  const { file, maxBytes = MAX_BYTES, now = () => new Date() } = options;
  const old = `${file}.old`;
  const start = textOf(file);
  let size = Buffer.byteLength(start);
  // A crash can cut the last line short; the next event must not be appended to it.
  let isLineOpen = start !== '' && !start.endsWith('\n');
  /** Cached after the first read: parsing thousands of lines each time would block the event loop. */
  let cache: RecordedEvent[] | null = null;

  return {
    async add(event) {
      const recorded = { at: now().toISOString(), ...event };
      const line = `${isLineOpen ? '\n' : ''}${JSON.stringify(recorded)}\n`;
      const isFull = size + line.length > maxBytes;
      if (isFull && statSync(file, { throwIfNoEntry: false })) renameSync(file, old);
      if (isFull) [size, cache] = [0, null];
      appendFileSync(file, line, { mode: 0o600 });
      // Events are ASCII, so the length in characters is the length in bytes.
      size += line.length;
      isLineOpen = false;
      cache?.push(recorded);
      return recorded;
    },
    async read() {
      return (cache ??= [old, file].flatMap((each) => textOf(each).split('\n').flatMap(parseLine)));
    },
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No event yet, or an unreadable file: there is nothing to count in either case.
    return '';
  }
}

/** Returns no event for a line that was cut short. */
function parseLine(line: string): RecordedEvent[] {
  if (line === '') return [];
  try {
    const { success, data } = recordedEventSchema.safeParse(JSON.parse(line));
    return success ? [data] : [];
  } catch {
    return [];
  }
}
