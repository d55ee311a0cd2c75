import { IMPORT_MESSAGES, type DayKey } from '@space/domain';
import { UnreadableFile, type ParsedFile } from './parsedFile.ts';

const { damaged, empty, notText, tooLarge, zipped } = IMPORT_MESSAGES;

/** About 40,000 tasks. Reading a larger file would block the page. */
const MAX_BYTES = 10 * 1024 * 1024;

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

/** Detects the format from the start of the text, because file names say little, and loads its parser. */
async function loadParser(text: string): Promise<(text: string, today: DayKey) => ParsedFile> {
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) return (await import('./readCalendar.ts')).readCalendar;
  if (/^\s*[[{]/.test(text)) return (await import('./readJson.ts')).readJson;
  return (await import('./readTable.ts')).readTable;
}

/**
 * Takes the file that the user has chosen; returns its contents. Throws `UnreadableFile` if it cannot be imported, and another
 * error if the file or the code of its parser cannot be loaded.
 */
export async function readFile(file: Blob, today: DayKey): Promise<ParsedFile> {
  if (file.size > MAX_BYTES) throw new UnreadableFile(tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second, third = 9] = bytes;
  if (first === 0x50 && second === 0x4b && third < 9) throw new UnreadableFile(zipped);
  const text = decode(bytes);
  if (text === null) throw new UnreadableFile(notText);
  const parse = await loadParser(text);
  let parsed;
  try {
    parsed = parse(text, today);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(damaged);
  }
  if (parsed.found.length === 0) throw new UnreadableFile(empty);
  return parsed;
}
