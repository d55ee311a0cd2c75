import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll } from 'vitest';
import { START_PARAMETERS } from '../../src/backend/embedded.ts';
import { makeScratch } from '../../src/testing/process.ts';
import { projectOf, PUSHED } from './project.ts';

export const ANNA = '0a000000-0000-4000-8000-000000000001';
export const BERT = '0b000000-0000-4000-8000-000000000002';
export const SECRET = '1a000000-0000-4000-8000-000000000001';
export const OTHER = '1b000000-0000-4000-8000-000000000002';
export const DAY = '2026-11-20';

/** The defaults of projects created before 30 May 2026. */
export const OPEN = ['tables', 'functions']
  .map(
    (all) =>
      `alter default privileges for role migrator in schema public grant all on ${all} to anon, authenticated, service_role;`,
  )
  .join('\n');

const folder = makeScratch('space-hosted-');
/** Opens a project with our migrations and two users, of whom Anna has a task. */
export async function openProject(name: string, more = '', migrate = (sql: string) => sql): Promise<PGlite> {
  const empty = join(folder, 'empty'); // which takes seconds to create
  if (!existsSync(empty)) await (await PGlite.create(empty)).close();
  cpSync(empty, join(folder, name), { recursive: true });
  const database = await PGlite.create({ dataDir: join(folder, name), startParams: START_PARAMETERS });
  await database.exec(`${projectOf('migrator')} ${more} set role migrator; ${migrate(PUSHED)}; reset role`);
  await database.exec(`
    insert into auth.users (id, raw_user_meta_data) values ('${ANNA}', '{"full_name":"Anna Ångström"}'), ('${BERT}', null);
    insert into public.tasks (id, title, task_date, user_id) values ('${SECRET}', 'Secret', '${DAY}', '${ANNA}')`);
  return database;
}
/** Opens a project of today and an old one for the tests of a file. */
export function openProjects() {
  let projects: PGlite[] = [];
  beforeAll(async () => {
    projects = [await openProject('new'), await openProject('old', OPEN)];
  });
  afterAll(async () => {
    for (const database of projects) await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => projects;
}

const USERS: Record<string, [role: string, id?: string]> = {
  ...{ anna: ['authenticated', ANNA], bert: ['authenticated', BERT], nobody: ['authenticated'] },
  ...{ visitor: ['anon'], 'anna signed out': ['anon', ANNA], service: ['service_role'] },
  ...{ 'service for anna': ['service_role', ANNA], auth: ['supabase_auth_admin'], root: ['none'] },
};
/** A line of a scenario: 'who: statement', and ' → ' with the values of its rows, or with the code or message of a refusal. */
async function answer(database: PGlite, line: string): Promise<string> {
  const [, name = '', sql = '', expected = ''] = /^([\w ]+): (.*?)(?: → (.*))?$/.exec(line) ?? [];
  const [role = `no user ${name}`, sub] = USERS[name] ?? [];
  await database.exec(`savepoint step; set local role ${role}`);
  await database.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ role, sub })]);
  let seen: string;
  try {
    const { rows } = await database.query<Record<string, unknown>>(sql);
    seen = rows.map((row) => Object.values(row).join(' ')).join(', ');
  } catch (error) {
    await database.exec('rollback to step');
    const { code, message } = Object(error) as { code: string; message: string }; // of PostgreSQL
    seen = message === expected ? message : code;
  }
  return `${name}: ${sql}${seen === '' ? '' : ` → ${seen}`}`;
}

export const linesOf = (scenario: string) =>
  scenario
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** Does the lines of a scenario in one transaction, which is undone. */
export async function answers(database: PGlite, scenario: string): Promise<string[]> {
  const seen = [];
  await database.exec('rollback; begin');
  for (const line of linesOf(scenario)) seen.push(await answer(database, line));
  await database.exec('rollback');
  return seen;
}
