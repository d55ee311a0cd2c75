import { randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepFolder, preparedPlace } from '../backend/prepared.ts';
import { runQuietly } from '../backend/quietConsole.ts';

/** Gives a data directory a finished, empty database: a copy of one that is made once for these migrations. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = preparedPlace();
  if (!existsSync(template)) await keepFolder(template, makeTemplate);
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
