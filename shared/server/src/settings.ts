import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readHostedProject, readSiteUrl } from './hostedSettings.ts';
import { isLoopback } from './http/loopback.ts';
import type { Certificate } from './http/secureServer.ts';
import { repositoryRoot } from './paths.ts';
import { startError } from './startError.ts';

const NO_MAIL =
  'no longer exists: this server keeps its mails in the outbox. A Supabase project sends mail itself: set SUPABASE_URL and SUPABASE_KEY, and [auth.email.smtp] of supabase/config.toml.';

/** Settings of earlier versions, and what took their place: a server without them would not do what its operator expects. */
const REMOVED: Readonly<Record<string, string>> = {
  DATABASE_URL: 'no longer exists: for a PostgreSQL use a Supabase project (SUPABASE_URL and SUPABASE_KEY).',
  SUPABASE_INTERNAL_URL: 'no longer exists: this server and browsers use the same SUPABASE_URL.',
  DURABILITY: 'no longer exists: every change is on the disk before it is acknowledged.',
  BACKUPS: 'no longer exists: "npm run data -- backup <file>" saves the data.',
  SMTP_URL: NO_MAIL,
  MAIL_FROM: NO_MAIL,
};

function refuseRemoved(env: NodeJS.ProcessEnv): void {
  for (const [name, instead] of Object.entries(REMOVED))
    if (env[name]) throw startError(`${name} ${instead}`);
}

/** The folders of the store and of the data. Throws a StartError for a setting that no longer exists. */
export function readFolders(env: NodeJS.ProcessEnv) {
  refuseRemoved(env);
  return {
    siteDir: env['SITE_DIR'] ? resolve(env['SITE_DIR']) : join(repositoryRoot, 'dist/site'),
    dataDir: env['DATA_DIR'] ? resolve(env['DATA_DIR']) : join(repositoryRoot, '.space/data'),
  };
}

/** Reads the settings of `npm start` (README.md lists them). Throws a StartError for an invalid one. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const { siteDir, dataDir } = readFolders(env);
  const common = {
    port: readPort('PORT', env['PORT']),
    host: env['HOST'] || undefined,
    siteDir,
    siteUrl: readSiteUrl(env['SITE_URL']),
    tls: readCertificate(env['CERT_FILE'], env['KEY_FILE']),
  };
  const operatorSettings = {
    dataDir,
    trustProxy: env['TRUST_PROXY'] || undefined,
    operateToken: readToken(env['OPERATE_TOKEN']),
    operatorPort: readPort('OPERATOR_PORT', env['OPERATOR_PORT'] || '0'),
  };
  if (env['SUPABASE_URL'] || env['SUPABASE_KEY']) {
    const supabase = readHostedProject(env['SUPABASE_URL'] ?? '', env['SUPABASE_KEY'] ?? '');
    const options = { ...common, ...operatorSettings, supabase, eventsUrl: readEventsUrl(env['EVENTS_URL']) };
    return { kind: 'hosted', options } as const;
  }
  const options = {
    ...common,
    ...operatorSettings,
    confirmEmail: readSwitch('CONFIRM_EMAIL', env['CONFIRM_EMAIL']),
    limits: readLimits(env['RATE_LIMITS'], common.host),
    google: readGoogle(env),
  };
  return { kind: 'embedded', options } as const;
}

/** Takes a variable's name and value; returns the port (0: any free one). Throws a StartError that names the variable. */
export function readPort(name: string, text = '4173'): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw startError(`${name} must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function readSwitch(name: string, text = 'off'): boolean {
  if (text !== 'on' && text !== 'off') throw startError(`${name} must be "on" or "off", not "${text}".`);
  return text === 'on';
}

/** Without limits passwords can be guessed. Only a server that other machines cannot reach may disable them, for tests. */
function readLimits(text: string | undefined, host = '127.0.0.1'): boolean {
  const isOn = readSwitch('RATE_LIMITS', text ?? 'on');
  if (!isOn && !isLoopback(host))
    throw startError('RATE_LIMITS=off is only for a server on the loopback address.');
  return isOn;
}

const SHORTEST_TOKEN = 24;

function readToken(token = ''): string | undefined {
  if (token === '') return undefined;
  if (token.length < SHORTEST_TOKEN)
    throw startError(`OPERATE_TOKEN must have at least ${SHORTEST_TOKEN} characters: openssl rand -hex 24`);
  return token;
}

function readEventsUrl(text = ''): string {
  if (text === '' || /^(https?:\/)?\/[^/]/.test(text)) return text;
  throw startError(`EVENTS_URL must be an address (https://…) or a path of this site (/…), not "${text}".`);
}

function readGoogle(env: NodeJS.ProcessEnv) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: secret } = env;
  return clientId && secret ? { clientId, secret } : undefined;
}

/** Reads CERT_FILE (PEM, with the chain to its issuer) and KEY_FILE; undefined if neither is set. Throws a StartError. */
function readCertificate(certFile?: string, keyFile?: string): Certificate | undefined {
  if (!certFile && !keyFile) return undefined;
  if (!certFile || !keyFile)
    throw startError('CERT_FILE and KEY_FILE belong together: set both, or neither for plain HTTP.');
  return { cert: readPem('CERT_FILE', certFile), key: readPem('KEY_FILE', keyFile) };
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw startError(`${name} cannot be read: ${reason}.`, error);
  }
}
