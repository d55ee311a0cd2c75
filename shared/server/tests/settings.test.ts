import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_abc' };
const SECRET_KEY =
  'SUPABASE_KEY is a secret key, which bypasses row-level security and would be in every page. Set it to the publishable key (sb_publishable_…), and replace the secret key if it was ever used like this.';

const SMTP_FORM =
  'SMTP_URL must be smtps://user:password@mail.example:465 or smtp://user:password@mail.example:587, with all but letters and digits of user and password percent-encoded (%40 and the like). A mail server on this machine needs no user: smtp://127.0.0.1:25.';
const MAIL_FROM = 'Better Space <space@planner.example>';

/** Returns a legacy key of a hosted project: a JWT. */
function legacyKey(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

test.each<[Record<string, string>, string]>([
  [{ CERT_FILE: 'cert.pem' }, 'CERT_FILE and KEY_FILE belong together: set both, or neither for plain HTTP.'],
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
  [{ CONFIRM_EMAIL: 'yes' }, 'CONFIRM_EMAIL must be "on" or "off", not "yes".'],
  [{ BACKUPS: 'daily' }, 'BACKUPS must be "on" or "off", not "daily".'],
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
    { ...HOSTED, DATABASE_URL: 'postgresql://planner:secret@127.0.0.1/planner' },
    'DATABASE_URL and SUPABASE_URL are two ways to store the data: set only one of them.',
  ],
  [
    { ...HOSTED, SUPABASE_INTERNAL_URL: 'gateway:8001' },
    'SUPABASE_INTERNAL_URL must be an address without a path (http://gateway:8001), not "gateway:8001".',
  ],
  [
    { SUPABASE_INTERNAL_URL: 'http://gateway:8001' },
    'SUPABASE_URL must be the address of a project (https://abcdefgh.supabase.co), not "".',
  ],
  [{ ...HOSTED, SUPABASE_KEY: 'sb_secret_Zm9vYmFy' }, SECRET_KEY],
  [{ ...HOSTED, SUPABASE_KEY: legacyKey({ role: 'service_role' }) }, SECRET_KEY],
  [
    { ...HOSTED, SUPABASE_KEY: 'hunter2hunter2' },
    'SUPABASE_KEY is not a key of a Supabase project. Set it to the publishable key (sb_publishable_…).',
  ],
  ...[
    'mail.example:465',
    'https://space:Secret@mail.example',
    'smtp://space:Sec#ret@mail.example:587',
    'smtp://space:Sec/ret@mail.example:587',
    'smtps://space@mail.example',
    'smtps://:Secret@mail.example',
    'smtps://space:%Secret@mail.example',
    'smtps://space:Sec%00ret@mail.example',
    'smtps://space:Sec%0D%0Aret@mail.example',
    'smtps://space:Secret@mail.example/?tls.rejectUnauthorized=false',
    'smtps://space:Secret@mail.example:99999',
    'smtps://space:Secret@',
  ].map((SMTP_URL): [Record<string, string>, string] => [{ SMTP_URL, MAIL_FROM }, SMTP_FORM]),
  [
    { SMTP_URL: 'smtps://space:Secret@mail.example' },
    'MAIL_FROM is missing: the sender of mail. MAIL_FROM must be an address (Better Space <space@planner.example>).',
  ],
  ...[
    'Better Space',
    'space@localhost',
    'a@planner.example, b@planner.example',
    'Better\r\nBcc: eve@evil.example <space@planner.example>',
    'Better Space <space@planner.example> <eve@evil.example>',
  ].map((from): [Record<string, string>, string] => [
    { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: from },
    `MAIL_FROM must be an address (Better Space <space@planner.example>), not "${from}".`,
  ]),
  [{ MAIL_FROM }, 'MAIL_FROM is for mail that is sent: set SMTP_URL, too, or neither for the outbox.'],
  [
    { ...HOSTED, SMTP_URL: 'smtps://space:Secret@mail.example', MAIL_FROM },
    'SMTP_URL is for the embedded backend: a hosted project sends its mail itself ([auth.email.smtp] of supabase/config.toml).',
  ],
])('rejects the settings %o with a message', (env, message) => {
  // Compares the whole message, which must not repeat the key.
  expect(() => readSettings(env)).toThrow(expect.objectContaining({ message }));
});

test.each([
  [
    'smtps://space%40planner.example:Se%23cret@mail.example',
    465,
    true,
    false,
    'space@planner.example Se#cret',
  ],
  ['smtp://space:Secret@mail.example', 587, false, false, 'space Secret'],
  ['smtp://127.0.0.1:25/', 25, false, true, undefined],
  ['smtp://[::1]:2525', 2525, false, true, undefined],
])('reads the SMTP_URL %s', (SMTP_URL, port, isTls, isLocal, credentials) => {
  const { kind, options } = readSettings({ SMTP_URL, MAIL_FROM });
  const mail = kind === 'embedded' ? options.mail : undefined;
  expect(mail).toMatchObject({
    port,
    isTls,
    isLocal,
    from: { name: 'Better Space', address: 'space@planner.example' },
  });
  expect(mail?.credentials && `${mail.credentials.user} ${mail.credentials.pass}`).toBe(credentials);
});

test('a sender without a name gets the name of the site', () => {
  const { options } = readSettings({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'space@planner.example' });
  expect(options).toMatchObject({
    mail: { from: { name: 'Better Space', address: 'space@planner.example' } },
  });
});
