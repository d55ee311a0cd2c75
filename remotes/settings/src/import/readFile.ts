import { IMPORT_MESSAGES, type DayKey, type Outcome } from '@space/domain';
import type { Reading } from './reading.ts';

const { damaged, empty, notText, tooLarge, unknown, zipped } = IMPORT_MESSAGES;

/** About 40,000 tasks; more would hold the page while it is read. */
const LARGEST = 10 * 1024 * 1024;

type ReadingOutcome = Outcome<{ reading: Reading }>;
type Reader = (text: string) => ReadingOutcome;

const refused = (message: string): ReadingOutcome => ({ ok: false, message });
const found = (reading: Reading): ReadingOutcome => ({ ok: true, reading });

/** Spreadsheets save UTF-16 too, with a mark before it. Null for anything that is no text. */
function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  const mark = `${bytes[0] ?? ''} ${bytes[1] ?? ''}`;
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) < 9;

/** Loads what reads a text, told by how it begins: the names of files say little. */
async function readerOf(text: string, today: DayKey): Promise<Reader> {
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) {
    const { readCalendar } = await import('./readCalendar.ts');
    return () => found(readCalendar(text, today));
  }
  if (/^\s*[[{]/.test(text)) {
    const [{ readOwnFile }, { readWeekToDo }] = await Promise.all([
      import('./readOwnFile.ts'),
      import('./readWeekToDo.ts'),
    ]);
    return () => {
      const file: unknown = JSON.parse(text);
      if (typeof file !== 'object' || file === null) return refused(unknown);
      if ('format' in file && file.format === 'better-space-export') return readOwnFile(file);
      return 'todoLists' in file ? readWeekToDo(file) : refused(unknown);
    };
  }
  const [{ readTodoist }, { readTickTick }] = await Promise.all([
    import('./readTodoist.ts'),
    import('./readTickTick.ts'),
  ]);
  return () => {
    const reading = readTodoist(text, today) ?? readTickTick(text);
    return reading ? found(reading) : refused(unknown);
  };
}

/**
 * Takes a file that a person has chosen; returns what is in it, or the sentence why it cannot be read (rule import-files).
 * Rejects where the file, or the code that reads it, does not come.
 */
export async function readFile(file: Blob, today: DayKey): Promise<ReadingOutcome> {
  if (file.size > LARGEST) return refused(tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) return refused(zipped);
  const text = decode(bytes);
  if (text === null) return refused(notText);
  const read = await readerOf(text, today);
  try {
    const outcome = read(text);
    const isEmpty = outcome.ok && outcome.reading.tasks.length + outcome.reading.leftOut.length === 0;
    return isEmpty ? refused(empty) : outcome;
  } catch {
    return refused(damaged);
  }
}
