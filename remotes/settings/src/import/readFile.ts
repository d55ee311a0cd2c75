import { IMPORT_MESSAGES, type DayKey, type Outcome } from '@space/domain';
import type { ParsedFile } from './parsedFile.ts';

const { damaged, empty, notText, tooLarge, unknown, zipped } = IMPORT_MESSAGES;

/** About 40,000 tasks. Reading a larger file would block the page. */
const MAX_BYTES = 10 * 1024 * 1024;

type ParseOutcome = Outcome<{ parsed: ParsedFile }>;

const failure = (message: string): ParseOutcome => ({ ok: false, message });
const outcomeOf = (parsed: ParsedFile | null): ParseOutcome =>
  parsed ? { ok: true, parsed } : failure(unknown);

/** Decodes UTF-8, or UTF-16 with a byte order mark, as some spreadsheets save it; null if it is not text. */
function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  const bom = `${bytes[0] ?? ''} ${bytes[1] ?? ''}`;
  const encoding = bom === '255 254' ? 'utf-16le' : bom === '254 255' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) < 9;

/** Detects the format from the start of the text, because file names say little, and loads its parser. */
async function loadParser(text: string, today: DayKey): Promise<() => ParseOutcome> {
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) {
    const { readCalendar } = await import('./readCalendar.ts');
    return () => outcomeOf(readCalendar(text, today));
  }
  if (/^\s*[[{]/.test(text)) {
    const { readJson } = await import('./readJson.ts');
    return () => readJson(text);
  }
  const { readTable } = await import('./readTable.ts');
  return () => outcomeOf(readTable(text, today));
}

/**
 * Takes the file that the user has chosen; returns its contents, or a message why it cannot be read. Rejects if the file or
 * the code of its parser cannot be loaded.
 */
export async function readFile(file: Blob, today: DayKey): Promise<ParseOutcome> {
  if (file.size > MAX_BYTES) return failure(tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) return failure(zipped);
  const text = decode(bytes);
  if (text === null) return failure(notText);
  const parse = await loadParser(text, today);
  try {
    const outcome = parse();
    const isEmpty = outcome.ok && outcome.parsed.tasks.length + outcome.parsed.leftOut.length === 0;
    return isEmpty ? failure(empty) : outcome;
  } catch {
    return failure(damaged);
  }
}
