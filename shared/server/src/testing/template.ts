import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readMigrations } from '../backend/migrations.ts';
import { runQuietly } from '../backend/quietConsole.ts';
import { repositoryRoot } from '../paths.ts';

const CACHE = join(repositoryRoot, 'node_modules/.cache/space-server');

/** What decides how a fresh database looks, besides the migrations. */
const MADE_BY = [
  '../backend/migrations.ts',
  '../backend/embedded.ts',
  '../backend/openApp.ts',
  '../../node_modules/@supabase/lite/package.json',
  '../../node_modules/@electric-sql/pglite/package.json',
];

/** Gives a data directory a finished, empty database: a copy of one that is made once for these migrations. */
export async function copyTemplate(dataDir: string, cache = CACHE): Promise<void> {
  const template = join(cache, templateKey());
  if (!existsSync(template)) await makeTemplate(template);
  cpSync(template, join(dataDir, 'database'), { recursive: true });
}

function templateKey(): string {
  const hash = createHash('sha256');
  for (const { version, sql } of readMigrations()) hash.update(version).update(sql);
  for (const file of MADE_BY) hash.update(readFileSync(new URL(file, import.meta.url)));
  return hash.digest('hex').slice(0, 24);
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
