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
  /** The operator's clone, which has its source as well. */
  merged: string;
  /** Damage that is not repaired yet → how to repair it. */
  damage: Map<Damage, () => Promise<void>>;
}

const changeOneByte = (text: string) => text.replace('the ', 'thf ');
/** How a file's text is damaged: made unreadable, or with one byte changed. */
const VARIANTS: Readonly<Record<Damage, readonly ((text: string) => string)[]>> = {
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
  record: [changeOneByte, () => '[]', (text) => text.slice(0, -20)],
  file: [(text) => text.replace('content', 'c0ntent'), () => ''],
};

/** The files that a kind of damage affects; none if the team has no such file. `variant` selects among them. */
async function filesFor(
  { name, store, checkout, merged }: DamagedTeam,
  damage: Damage,
  variant: number,
): Promise<string[]> {
  const declarations = [checkout.folder, merged].map((place) => join(place, 'remotes', name, 'remote.json'));
  if (damage === 'declaration') return declarations.slice(0, 1 + (variant % 2));
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
  // Keeps the only version intact: without a readable record the team's pages are unknown.
  if (others[0] === undefined) return [];
  if (damage === 'record') return [join(folder, live, 'release.json')];
  return [join(folder, others[0], 'remoteEntry.js')];
}

/** Damages files of a team, unless they are damaged already, and stores how to repair them. */
export async function applyDamage(team: DamagedTeam, damage: Damage, variant: number): Promise<void> {
  if (team.damage.has(damage)) return;
  const files = await filesFor(team, damage, variant);
  if (files.length === 0) return;
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const change = VARIANTS[damage][variant % VARIANTS[damage].length];
  team.damage.set(damage, async () => {
    if (damage === 'declaration') {
      team.checkout.close();
      for (const place of [team.checkout.folder, team.merged]) await declare(place, team.name);
    } else for (const [index, file] of files.entries()) await writeFile(file, texts[index] ?? '');
  });
  // Each process reads a clone's declarations only once.
  if (damage === 'declaration') team.checkout.close();
  for (const [index, file] of files.entries()) await writeFile(file, change?.(texts[index] ?? '') ?? '');
}
