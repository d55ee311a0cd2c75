import { randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeCachedFolder, preparedDatabasePath } from '../backend/prepared.ts';
import { runQuietly } from '../backend/quietConsole.ts';

/** Copies a prepared, empty database into a data directory. It is created once for each set of migrations. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = preparedDatabasePath();
  if (!existsSync(template)) await makeCachedFolder(template, makeTemplate);
  cpSync(template, join(dataDir, 'database'), { recursive: true });
}

async function makeTemplate(folder: string): Promise<void> {
  const secrets = { jwtSecret: randomUUID(), publishableKey: 'template', secretKey: 'template' };
  const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
  const { openApp } = await import('../backend/openApp.ts'); // loads a database engine, so only when it is needed
  const { database } = await runQuietly(console.error, () =>
    openApp(folder, secrets, settings, { durability: 'relaxed' }),
  );
  await database.close();
}
