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
  [{ CERT_FILE: 'cert.pem' }, 'CERT_FILE and KEY_FILE belong together: set both, or neither for plain HTTP.'],
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
  [{ CONFIRM_EMAIL: 'yes' }, 'CONFIRM_EMAIL must be "on" or "off", not "yes".'],
  [
    { ...HOSTED, EVENTS_URL: '//events.example' },
    'EVENTS_URL must be an address (https://…) or a path of this site (/…), not "//events.example".',
  ],
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
  [
    { DATABASE_URL: 'postgresql://planner:secret@127.0.0.1/planner' },
    'DATABASE_URL no longer exists: for a PostgreSQL use a Supabase project (SUPABASE_URL and SUPABASE_KEY).',
  ],
  [
    { ...HOSTED, SUPABASE_INTERNAL_URL: 'http://gateway:8001' },
    'SUPABASE_INTERNAL_URL no longer exists: this server and browsers use the same SUPABASE_URL.',
  ],
  [{ ...HOSTED, SUPABASE_KEY: 'sb_secret_Zm9vYmFy' }, SECRET_KEY],
  [{ ...HOSTED, SUPABASE_KEY: legacyKey({ role: 'service_role' }) }, SECRET_KEY],
  [
    { ...HOSTED, SUPABASE_KEY: 'hunter2hunter2' },
    'SUPABASE_KEY is not a key of a Supabase project. Set it to the publishable key (sb_publishable_…).',
  ],
  [{ BACKUPS: 'on' }, 'BACKUPS no longer exists: "npm run data -- backup <file>" saves the data.'],
  [
    { DURABILITY: 'strict' },
    'DURABILITY no longer exists: every change is on the disk before it is acknowledged.',
  ],
  ...['SMTP_URL', 'MAIL_FROM'].map((name): [Record<string, string>, string] => [
    { [name]: 'smtps://space:Secret@mail.example' },
    `${name} no longer exists: this server keeps its mails in the outbox. A Supabase project sends mail itself: set SUPABASE_URL and SUPABASE_KEY, and [auth.email.smtp] of supabase/config.toml.`,
  ]),
])('rejects the settings %o with a message', (env, message) => {
  // Compares the whole message, which must not repeat the key.
  expect(() => readSettings(env)).toThrow(expect.objectContaining({ message }));
});
