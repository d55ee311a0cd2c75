import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_abc' };
const SECRET_KEY =
  'SUPABASE_KEY is a secret key, which bypasses row-level security and would be in every page. Set it to the publishable key (sb_publishable_…), and replace the secret key if it was ever used like this.';

/** Returns a legacy key of a hosted project: a JWT. */
function legacyKey(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

test.each<[Record<string, string>, string]>([
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
  [{ CONFIRM_EMAIL: 'yes' }, 'CONFIRM_EMAIL must be "on" or "off", not "yes".'],
  [{ HOST: '0.0.0.0', RATE_LIMITS: 'off' }, 'RATE_LIMITS=off is only for a server on the loopback address.'],
  [
    { SITE_URL: 'planner.example' },
    'SITE_URL must be an address without a path (https://planner.example), not "planner.example".',
  ],
  [
    { ...HOSTED, SUPABASE_URL: 'abc.supabase.co' },
    'SUPABASE_URL must be the address of a project (https://abcdefgh.supabase.co), not "abc.supabase.co".',
  ],
  [
    { SUPABASE_KEY: HOSTED.SUPABASE_KEY },
    'SUPABASE_URL must be the address of a project (https://abcdefgh.supabase.co), not "".',
  ],
  [
    { SUPABASE_URL: HOSTED.SUPABASE_URL },
    'SUPABASE_KEY is missing: set it to the publishable key of the project (sb_publishable_…).',
  ],
  [{ ...HOSTED, SUPABASE_KEY: 'sb_secret_Zm9vYmFy' }, SECRET_KEY],
  [{ ...HOSTED, SUPABASE_KEY: legacyKey({ role: 'service_role' }) }, SECRET_KEY],
  [
    { ...HOSTED, SUPABASE_KEY: 'hunter2hunter2' },
    'SUPABASE_KEY is not a key of a Supabase project. Set it to the publishable key (sb_publishable_…).',
  ],
])('rejects the settings %o with a message', (env, message) => {
  // Compares the whole message, which must not repeat the key.
  expect(() => readSettings(env)).toThrow(expect.objectContaining({ message }));
});

test.each([
  ['DATABASE_URL', 'SUPABASE_URL and SUPABASE_KEY'],
  ['SMTP_URL', 'this server keeps its mails in the outbox'],
  ['MAIL_FROM', 'this server keeps its mails in the outbox'],
  ['CERT_FILE', 'a proxy that speaks HTTPS'],
  ['KEY_FILE', 'a proxy that speaks HTTPS'],
  ['BACKUPS', '"npm run data -- backup <file>" saves the data'],
  ['DURABILITY', 'every change is on the disk before it is acknowledged'],
  ['EVENTS_URL', 'pages report to this server'],
  ['SUPABASE_INTERNAL_URL', 'this server and browsers use the same SUPABASE_URL'],
  ['SIGNING_KEY', 'releases are not signed'],
])('a start with %s, which no longer exists, ends with what took its place', (name, instead) => {
  const readWithIt = () => readSettings({ ...HOSTED, [name]: 'smtps://space:Secret@mail.example' });
  expect(readWithIt).toThrow(`${name} no longer exists: `);
  expect(readWithIt).toThrow(instead);
  expect(readWithIt).not.toThrow('Secret');
  expect(() => readSettings({ ...HOSTED, [name]: '' })).not.toThrow();
});
