import { join, resolve } from 'node:path';
import { readCertificate } from './certificate.ts';
import { startHostedSite } from './hostedSite.ts';
import { readHostedProject, readSiteUrl } from './hostedSettings.ts';
import { isLoopback } from './http/loopback.ts';
import { repositoryRoot } from './paths.ts';
import { startServer, type Server } from './server.ts';
import { isStartError, startError } from './startError.ts';
import { stopRequest } from './stopRequest.ts';

/** What `npm start` runs once the site is built. Settings come from the environment; see README.md. */
async function main(): Promise<void> {
  const { env } = process;
  const common = {
    port: readPort('PORT', env['PORT']),
    host: env['HOST'] || undefined,
    siteDir: env['SITE_DIR'] ? resolve(env['SITE_DIR']) : join(repositoryRoot, 'dist/site'),
    siteUrl: readSiteUrl(env['SITE_URL']),
    tls: readCertificate(env['CERT_FILE'], env['KEY_FILE']),
  };
  const stopped = stopRequest(process);
  if (env['SUPABASE_URL'] || env['SUPABASE_KEY']) {
    const supabase = readHostedProject(env['SUPABASE_URL'] ?? '', env['SUPABASE_KEY'] ?? '');
    const site = await startHostedSite({
      ...common,
      supabase,
      eventsUrl: readEventsUrl(env['EVENTS_URL']),
    });
    console.log(
      `\n  Better Space is ready.\n\n  Open it   ${site.origin}\n  Backend   ${supabase.url}\n\n  Ctrl+C stops it.\n`,
    );
    await stopped;
    return site.close();
  }
  const confirmEmail = readSwitch('CONFIRM_EMAIL', env['CONFIRM_EMAIL']);
  const dataDir = env['DATA_DIR'] ? resolve(env['DATA_DIR']) : join(repositoryRoot, '.space/data');
  const server = await startServer({
    ...common,
    dataDir,
    confirmEmail,
    trustProxy: env['TRUST_PROXY'] || undefined,
    limits: readLimits(env['RATE_LIMITS'], common.host),
    operatorPort: readPort('OPERATOR_PORT', env['OPERATOR_PORT'] || '0'),
    google: readGoogle(env),
    log: (line) => console.log(line),
  });
  console.log(banner(server, dataDir, confirmEmail));
  await stopped;
  await server.close();
}

function banner({ origin, operatorOrigin }: Server, dataDir: string, confirmEmail: boolean): string {
  return `
  Better Space is ready.

  Open it   ${origin}
  Outbox    ${operatorOrigin}/outbox   mail this server would send; only this machine can read it
  Data      ${dataDir}
  E-mail    ${confirmEmail ? 'must be confirmed before the first sign-in' : 'needs no confirmation (CONFIRM_EMAIL=on asks for it)'}

  Ctrl+C stops it.
`;
}

function readPort(name: string, text = '4173'): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw startError(`${name} must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function readSwitch(name: string, text = 'off'): boolean {
  if (text !== 'on' && text !== 'off') throw startError(`${name} must be "on" or "off", not "${text}".`);
  return text === 'on';
}

/** Without limits guessing is free: only a server that other machines cannot reach may run so, for tests and benches. */
function readLimits(text: string | undefined, host = '127.0.0.1'): boolean {
  const isOn = readSwitch('RATE_LIMITS', text ?? 'on');
  if (!isOn && !isLoopback(host))
    throw startError('RATE_LIMITS=off is only for a server on the loopback address.');
  return isOn;
}

function readEventsUrl(text = ''): string {
  if (text === '' || /^(https?:\/)?\/[^/]/.test(text)) return text;
  throw startError(`EVENTS_URL must be an address (https://…) or a path of this site (/…), not "${text}".`);
}

function readGoogle(env: NodeJS.ProcessEnv) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: secret } = env;
  return clientId && secret ? { clientId, secret } : undefined;
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(isStartError(error) ? reason : `Better Space could not start: ${reason}`);
  process.exit(1);
}
