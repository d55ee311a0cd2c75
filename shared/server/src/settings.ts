import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from 'hono/jwt';
import { isLoopback } from './http/client.ts';
import { startError } from './startError.ts';

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

const NO_MAIL =
  'this server keeps its mails in the outbox. A Supabase project sends mail itself: set SUPABASE_URL and SUPABASE_KEY, and [auth.email.smtp] of supabase/config.toml.';
const NO_TLS =
  'this server speaks plain HTTP. Put a proxy that speaks HTTPS in front of it, and set SITE_URL and TRUST_PROXY.';

/** Settings of earlier versions, and what took their place. */
const REMOVED: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'for a PostgreSQL use a Supabase project (SUPABASE_URL and SUPABASE_KEY). Commit bd380de3 still reads the database.',
  SMTP_URL: NO_MAIL,
  MAIL_FROM: NO_MAIL,
  CERT_FILE: NO_TLS,
  KEY_FILE: NO_TLS,
  BACKUPS: '"npm run data -- backup <file>" saves the data.',
  DURABILITY: 'every change is on the disk before it is acknowledged.',
  EVENTS_URL: 'pages report to this server how their remotes load.',
  SUPABASE_INTERNAL_URL: 'this server and browsers use the same SUPABASE_URL.',
  SITE_DIR: 'STORE_DIR names the folder of releases, for the server and for every command.',
  SIGNING_KEY: 'releases are not signed. The history of each pointer says who moved it, when and why.',
};

/** The folders of the store and of the data. Throws a StartError for a setting that no longer exists. */
export function readFolders(env: NodeJS.ProcessEnv) {
  for (const [name, instead] of Object.entries(REMOVED))
    if (env[name]) throw startError(`${name} no longer exists: ${instead}`);
  return {
    siteDir: resolve(env['STORE_DIR'] || join(repositoryRoot, 'dist/site')),
    dataDir: resolve(env['DATA_DIR'] || join(repositoryRoot, '.space/data')),
  };
}

export type Folders = ReturnType<typeof readFolders>;

export type SiteSettings = ReturnType<typeof readSiteSettings>;

function readSiteSettings(env: NodeJS.ProcessEnv) {
  const { HOST: host, OPERATE_TOKEN: operateToken } = env;
  if (operateToken && operateToken.length < 24)
    throw startError('OPERATE_TOKEN must have at least 24 characters: openssl rand -hex 24');
  /** Without limits passwords can be guessed. */
  const limits = readSwitch('RATE_LIMITS', env['RATE_LIMITS'] ?? 'on');
  if (!limits && !isLoopback(host || '127.0.0.1'))
    throw startError('RATE_LIMITS=off is only for a server on the loopback address.');
  return {
    ...readFolders(env),
    port: readPort('PORT', env['PORT']),
    operatorPort: readPort('OPERATOR_PORT', env['OPERATOR_PORT'] || '0'),
    host: host || undefined,
    /** Where users open the site, if it is not this server's address. */
    siteUrl: readSiteUrl(env['SITE_URL']),
    trustProxy: env['TRUST_PROXY'] || undefined,
    operateToken: operateToken || undefined,
    limits,
  };
}

/** Reads the settings of README.md. Throws a StartError for an invalid one. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const common = readSiteSettings(env);
  const { SUPABASE_URL: url = '', SUPABASE_KEY: key = '' } = env;
  if (url || key)
    return { kind: 'hosted', options: { ...common, supabase: readHostedProject(url, key) } } as const;
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: secret } = env;
  const google = clientId && secret ? { clientId, secret } : undefined;
  const confirmEmail = readSwitch('CONFIRM_EMAIL', env['CONFIRM_EMAIL'] ?? 'off');
  return { kind: 'embedded', options: { ...common, confirmEmail, google } } as const;
}

/** A port; 0: any free one. */
export function readPort(name: string, text = '4173'): number {
  if (/^\d+$/.test(text) && Number(text) <= 65535) return Number(text);
  throw startError(`${name} must be a number from 0 to 65535, not "${text}".`);
}

function readSwitch(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw startError(`${name} must be "on" or "off", not "${text}".`);
}

/** Null unless it is an address without a path, query or account. */
function readOrigin(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url : null;
}

export function readSiteUrl(text = ''): string | undefined {
  const url = readOrigin(text);
  if (url !== null || text === '') return url?.origin;
  throw startError(`SITE_URL must be an address without a path (https://planner.example), not "${text}".`);
}

export type HostedProject = ReturnType<typeof readHostedProject>;

/** Throws a StartError, without the key, if the address or the kind of the key is wrong. Both are in every page. */
export function readHostedProject(address: string, key: string) {
  const url = readOrigin(address);
  if (url === null || (url.protocol === 'http:' && !isLoopback(url.hostname)))
    throw startError(
      `SUPABASE_URL must be the address of a project (https://abcdefgh.supabase.co), not "${address}".`,
    );
  const publishableKey = key.trim();
  const reason = whyNot(publishableKey);
  if (reason !== null) throw startError(`SUPABASE_KEY is ${reason}`);
  return { url: url.origin, publishableKey };
}

/** Why a key may not be in pages, or null. Legacy keys are JWTs with a role. */
function whyNot(key: string): string | null {
  const secret =
    'a secret key, which bypasses row-level security and would be in every page. Set it to the publishable key (sb_publishable_…), and replace the secret key if it was ever used like this.';
  if (key === '') return 'missing: set it to the publishable key of the project (sb_publishable_…).';
  if (/^sb_publishable_[\w-]+$/.test(key)) return null;
  if (key.startsWith('sb_secret_')) return secret;
  try {
    const { role } = decode(key).payload;
    if (role !== undefined) return role === 'anon' ? null : secret;
  } catch {
    // It is no JWT either.
  }
  return 'not a key of a Supabase project. Set it to the publishable key (sb_publishable_…).';
}
