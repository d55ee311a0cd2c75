import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { recordedEventSchema, type RecordedEvent } from '@space/store';

/** What browsers reported about remotes, as the operator may read it. */
export interface EventLog {
  /** Writes an event down with the time of its arrival. Throws when it cannot. */
  add(event: Omit<RecordedEvent, 'at'>): Promise<RecordedEvent>;
  /** All that is kept, oldest first. */
  read(): Promise<readonly RecordedEvent[]>;
  /** What other servers of the same database were told since this was asked last; some of it more than once. */
  fromOthers(): Promise<readonly RecordedEvent[]>;
}

/** Some twenty thousand events. */
const LARGEST = 4 * 1024 * 1024;

/**
 * Opens the log kept in a file (JSON lines, mode 600). At its largest size the file becomes `<file>.old`, in the place of
 * the one before: the disk never holds more than two.
 *
 * Takes the file, and for tests its largest size in bytes and a clock.
 */
export function openEventLog(options: { file: string; largest?: number; now?: () => Date }): EventLog {
  const { file, largest = LARGEST, now = () => new Date() } = options;
  const old = `${file}.old`;
  const start = textOf(file);
  let size = Buffer.byteLength(start);
  // A crash can cut a line short; what follows it must not be lost with it.
  let isLineOpen = start !== '' && !start.endsWith('\n');
  /** Once they were asked for: to read thousands of lines again and again would hold up every visitor. */
  let known: RecordedEvent[] | null = null;

  return {
    async add(event) {
      const recorded = { at: now().toISOString(), ...event };
      const line = `${isLineOpen ? '\n' : ''}${JSON.stringify(recorded)}\n`;
      const isFull = size + line.length > largest;
      if (isFull && statSync(file, { throwIfNoEntry: false })) renameSync(file, old);
      if (isFull) [size, known] = [0, null];
      appendFileSync(file, line, { mode: 0o600 });
      // Nothing in an event is more than one byte a letter.
      size += line.length;
      isLineOpen = false;
      known?.push(recorded);
      return recorded;
    },
    async read() {
      return (known ??= [old, file].flatMap((each) => textOf(each).split('\n').flatMap(parseLine)));
    },
    // A data directory is one server's alone.
    fromOthers: () => Promise.resolve([]),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No event yet, or none that can be read: nothing to count either way.
    return '';
  }
}

/** None for a line that was cut short. */
function parseLine(line: string): RecordedEvent[] {
  if (line === '') return [];
  try {
    const { success, data } = recordedEventSchema.safeParse(JSON.parse(line));
    return success ? [data] : [];
  } catch {
    return [];
  }
}
