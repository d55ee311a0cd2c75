import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Whether an error of the operating system means that a file or folder does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));

const DRAFT = '.draft-';
/** Longer than any copy takes: the process that wrote an older draft is dead. */
const DEAD_AFTER_MILLISECONDS = 3_600_000;

/** Returns a temporary path in a folder, to be renamed to the final name once it is complete. */
export function draftIn(folder: string): string {
  return join(folder, `${DRAFT}${randomUUID()}`);
}

/** Removes the drafts that killed processes left in a folder. */
export async function removeDeadDrafts(folder: string, now: number = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(nullIf(isMissing));
  for (const name of (names ?? []).filter((one) => one.startsWith(DRAFT))) {
    const draft = join(folder, name);
    const found = await stat(draft).catch(nullIf(isMissing));
    if (found && now - found.mtimeMs > DEAD_AFTER_MILLISECONDS) {
      await rm(draft, { recursive: true, force: true });
    }
  }
}

/** Creates a `catch` handler that returns null for expected errors and rethrows all others. */
export function nullIf(isExpected: (error: unknown) => boolean): (error: unknown) => null {
  return (error) => {
    if (isExpected(error)) return null;
    throw error;
  };
}

/** Whether a file or folder exists. */
export const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(nullIf(isMissing))) !== null;

/**
 * Lists every file below a folder, as sorted relative paths with '/'. Hidden files are left out. A missing folder has no
 * files.
 */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIf(isMissing));
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
 * Writes a file atomically: a reader gets the old text or the new one. Leaves a file with equal text untouched.
 *
 * Takes the file, its text and whether it must survive a power failure (derived files need not); returns whether it was
 * written.
 */
export async function replaceFile(file: string, text: string, isDurable = false): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(nullIf(isMissing))) === text) return false;
  await mkdir(dirname(file), { recursive: true });
  const draft = draftIn(dirname(file));
  try {
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(text);
      if (isDurable) await handle.sync();
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
