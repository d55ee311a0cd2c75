import { parseArgs } from 'node:util';
import { startTestServer } from '@space/server/testing';
import { CONFIRMATION, SESSIONS } from './flows.ts';
import { loadData } from './load.ts';
import { openMailbox, pathOf } from './mailbox.ts';
import { worldOf, type Side } from './world.ts';

// `npm run bench -- hosted`: runs every auth flow of our client against Supabase's own auth server and against the embedded
// backend, and prints what the user sees with each. Exits with 1 if they differ.

const USAGE = `npm run bench -- hosted --auth <address> --secret <its JWT secret>
   --auth twice     one server that confirms addresses by itself, and one that mails a link
   --database <url> the user 'postgres' of its database, which has no accounts: loads those of an embedded backend first

The auth server runs on this machine with the settings of supabase/config.toml, and for example these:
GOTRUE_SMTP_HOST=127.0.0.1 GOTRUE_SMTP_PORT=2525 GOTRUE_RATE_LIMIT_HEADER=X-Forwarded-For
GOTRUE_MAILER_TEMPLATES_CONFIRMATION=http://127.0.0.1:2526/confirmation.html, and RECOVERY in the same way.`;

const { values } = parseArgs({
  options: {
    auth: { type: 'string', multiple: true, default: [] },
    secret: { type: 'string', default: '' },
    database: { type: 'string' },
  },
});

/** Prints a sentence and ends. */
function stop(text: string): never {
  console.error(text);
  process.exit(1);
}
if (values.auth.length === 0 || values.secret === '') stop(USAGE);

const mailed = openMailbox(2525);
let differing = 0;
for (const [index, auth] of values.auth.entries()) {
  const response = await fetch(`${auth}/settings`).catch(() => stop(`There is no auth server at ${auth}.`));
  const { mailer_autoconfirm: confirmsItself } = (await response.json()) as { mailer_autoconfirm: boolean };
  const access = { url: new URL(auth).origin, key: 'sb_publishable_x', jwtSecret: values.secret };
  const hosted: Side = { ...access, confirms: !confirmsItself, prefix: '', mailed };

  const options = { limits: true, trustProxy: 'loopback', reportFault: () => {} };
  const server = await startTestServer({ confirmEmail: hosted.confirms, ...options });
  const { origin: url, publishableKey: key, jwtSecret, outbox } = server;
  const embedded: Side = {
    ...{ confirms: hosted.confirms, url, prefix: '/auth/v1', key, jwtSecret },
    mailed: (email) => pathOf(outbox.latest(email)?.link ?? undefined),
  };

  if (values.database !== undefined && index === 0) {
    const faults = (await loadData(values.database, hosted)).map((fault) => `✗ ${fault}`);
    differing += faults.length;
    console.log(faults.join('\n') || '✓ accounts and tasks of an embedded backend');
  }
  console.log(`\n${auth}: addresses ${hosted.confirms ? 'must be confirmed' : 'need no confirmation'}`);
  for (const [name, flow] of Object.entries({ ...SESSIONS, ...(hosted.confirms && CONFIRMATION) })) {
    const ended = (error: unknown) => [`ended: ${error instanceof Error ? error.message : String(error)}`];
    const results = await Promise.all([hosted, embedded].map((side) => flow(worldOf(side)).catch(ended)));
    const [said = '', other = ''] = results.map((result) => result.join(' | '));
    if (said !== other) differing += 1;
    console.log(
      said === other ? `✓ ${name}\n    ${said}` : `✗ ${name}\n    Supabase: ${said}\n    embedded: ${other}`,
    );
  }
  await server.close();
}
console.log(`\n${differing} flows differ`);
process.exit(differing === 0 ? 0 : 1); // open pages keep timers
