import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preparedPlace } from '../backend/prepared.ts';
import { runQuietly } from '../backend/quietConsole.ts';

/** Gives a data directory a finished, empty database: a copy of one that is made once for these migrations. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = preparedPlace();
  if (!existsSync(template)) await makeTemplate(template);
  cpSync(template, join(dataDir, 'database'), { recursive: true });
}

/** Several test workers may come here at once: each makes its own, the first to finish gives it the name. */
async function makeTemplate(template: string): Promise<void> {
  mkdirSync(dirname(template), { recursive: true });
  const own = `${template}.${randomUUID()}`;
  const secrets = { jwtSecret: randomUUID(), publishableKey: 'template', secretKey: 'template' };
  const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
  const { openApp } = await import('../backend/openApp.ts'); // loads a database engine, so only when it is needed
  const { database } = await runQuietly(console.error, () =>
    openApp(own, secrets, settings, { durability: 'relaxed' }),
  );
  await database.close();
  try {
    renameSync(own, template);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}
