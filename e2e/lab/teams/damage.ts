import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf, isStoreError, readPointer, versionsOf } from '@space/store';
import { declare, type Checkout } from './checkout.ts';

export const DAMAGES = ['declaration', 'pointer', 'record', 'file'] as const;
export type Damage = (typeof DAMAGES)[number];

export interface DamagedTeam {
  name: string;
  store: string;
  checkout: Checkout;
  /** Where else its source lies: in the operator's clone. */
  merged: string;
  /** What it damaged and has not mended, and how to mend it. */
  damage: Map<Damage, () => Promise<void>>;
}

const oneByte = (text: string) => text.replace('the ', 'thf ');
/** What becomes of a text: nothing that can be read, or one byte that is another. */
const FORMS: Readonly<Record<Damage, readonly ((text: string) => string)[]>> = {
  declaration: [
    () => '{}',
    (text) => `<<<<<<< HEAD\n${text}\n=======`,
    (text) => text.replace('"path":"/', '"path":"/../'),
  ],
  pointer: [
    () => '{ "live":',
    () => '',
    () => '{}',
    (text) => text.replace('"version": "0', '"version": "x'),
  ],
  record: [oneByte, () => '[]', (text) => text.slice(0, -20)],
  file: [(text) => text.replace('content', 'c0ntent'), () => ''],
};

/** The files of a team that a damage hits; none where there is nothing of the kind. `form` chooses. */
async function filesFor(
  { name, store, checkout, merged }: DamagedTeam,
  damage: Damage,
  form: number,
): Promise<string[]> {
  const declarations = [checkout.folder, merged].map((place) => join(place, 'remotes', name, 'remote.json'));
  if (damage === 'declaration') return declarations.slice(0, 1 + (form % 2));
  const folder = folderOf(store, name);
  if (damage === 'pointer') return [join(folder, 'pointer.json')];
  const live = await readPointer(store, name).then(
    (pointer) => pointer.live?.version ?? null,
    (error: unknown) => {
      if (isStoreError(error)) return null;
      throw error;
    },
  );
  if (live === null) return [];
  const others = (await versionsOf(store, name)).filter((version) => version !== live);
  // Without a readable record the pages of a team are not known.
  if (others[0] === undefined) return [];
  if (damage === 'record') return [join(folder, live, 'release.json')];
  return [join(folder, others[0], 'remoteEntry.js')];
}

/** Damages something of a team's own, unless it is damaged already, and keeps how to mend it. */
export async function harm(team: DamagedTeam, damage: Damage, form: number): Promise<void> {
  if (team.damage.has(damage)) return;
  const files = await filesFor(team, damage, form);
  if (files.length === 0) return;
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const change = FORMS[damage][form % FORMS[damage].length];
  team.damage.set(damage, async () => {
    if (damage === 'declaration') {
      team.checkout.close();
      for (const place of [team.checkout.folder, team.merged]) await declare(place, team.name);
    } else for (const [index, file] of files.entries()) await writeFile(file, texts[index] ?? '');
  });
  // What a clone declares is read once by each process.
  if (damage === 'declaration') team.checkout.close();
  for (const [index, file] of files.entries()) await writeFile(file, change?.(texts[index] ?? '') ?? '');
}
