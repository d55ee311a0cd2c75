import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Every file below a folder, as paths relative to it with '/', sorted. Hidden files are left out. A folder that is not
 * there has none.
 */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !/(^|\/)\./.test(file))
    .sort();
}

/** Writes a file in one step: whoever reads it meets the old text or the new one. Leaves an equal file untouched. */
export async function replaceFile(file: string, text: string): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return false;
  await mkdir(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.draft-${randomUUID()}`);
  await writeFile(draft, text);
  await rename(draft, file);
  return true;
}

/** Whether this process may write into a folder. */
export function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
