import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from './storeError.ts';

const DRAFT = '.draft-';
/** Longer than any copy takes: the process that wrote such a draft is dead. */
const DEAD_AFTER_MILLISECONDS = 3_600_000;

/** A name beside the final one, for what is renamed once it is whole. Takes the folder. */
export function draftIn(folder: string): string {
  return join(folder, `${DRAFT}${randomUUID()}`);
}

/** Removes what processes that were killed left half written in a folder. */
export async function removeDeadDrafts(folder: string, now: number = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(nothingWhere(isMissing));
  for (const name of (names ?? []).filter((one) => one.startsWith(DRAFT))) {
    const draft = join(folder, name);
    const found = await stat(draft).catch(nothingWhere(isMissing));
    if (found && now - found.mtimeMs > DEAD_AFTER_MILLISECONDS) {
      await rm(draft, { recursive: true, force: true });
    }
  }
}

/** For `catch`: null for the errors that are expected, every other one goes on. */
export function nothingWhere(isExpected: (error: unknown) => boolean): (error: unknown) => null {
  return (error) => {
    if (isExpected(error)) return null;
    throw error;
  };
}

/** Whether there is a file or folder. */
export const exists = (path: string) => stat(path).then(() => true, nothingWhere(isMissing));

/**
 * Every file below a folder, as paths relative to it with '/', sorted. Hidden files are left out. A folder that is not
 * there has none.
 */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    nothingWhere(isMissing),
  );
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !/(^|\/)\./.test(file))
    .sort();
}

/**
 * Writes a file in one step: anyone who reads it meets the old text or the new one. Leaves an equal file untouched.
 *
 * Takes the file, its text and whether it must outlive a power cut (what is derived need not); returns whether it was
 * written.
 */
export async function replaceFile(file: string, text: string, mustLast = false): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(nothingWhere(isMissing))) === text) return false;
  await mkdir(dirname(file), { recursive: true });
  const draft = draftIn(dirname(file));
  try {
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(text);
      if (mustLast) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return true;
}
