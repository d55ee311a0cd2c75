import { mkdir, open, readFile, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Whether an error of the operating system means that a file or folder does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));

/** How the name of a file or folder begins that is renamed once it is complete. */
export const DRAFT = '.draft-';

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
 * Writes a file atomically, for a caller that holds the store's lock: a reader gets the old text or the new one. Takes the
 * file, its text and whether it must survive a power failure. Leaves a file with equal text untouched.
 */
export async function replaceFile(file: string, text: string, isDurable = false): Promise<void> {
  if ((await readFile(file, 'utf8').catch(nullIf(isMissing))) === text) return;
  await mkdir(dirname(file), { recursive: true });
  // The same name each time: what a killed process has left is overwritten.
  const draft = join(dirname(file), DRAFT + basename(file));
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(text);
    if (isDurable) await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
