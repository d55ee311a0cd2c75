import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from 'hono/jwt';
import { isLoopback } from './http/client.ts';
import { startError } from './startError.ts';

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

const NO_MAIL =
  'no longer exists: this server keeps its mails in the outbox. A Supabase project sends mail itself: set SUPABASE_URL and SUPABASE_KEY, and [auth.email.smtp] of supabase/config.toml.';
const NO_TLS =
  'no longer exists: this server speaks plain HTTP. Put a proxy that speaks HTTPS in front of it, and set SITE_URL and TRUST_PROXY.';

/** Settings of earlier versions, and what took their place: a server without them would not do what its operator expects. */
const REMOVED: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'no longer exists: for a PostgreSQL use a Supabase project (SUPABASE_URL and SUPABASE_KEY). Commit bd380de3 still reads the database.',
  SMTP_URL: NO_MAIL,
  MAIL_FROM: NO_MAIL,
  CERT_FILE: NO_TLS,
  KEY_FILE: NO_TLS,
  BACKUPS: 'no longer exists: "npm run data -- backup <file>" saves the data.',
  DURABILITY: 'no longer exists: every change is on the disk before it is acknowledged.',
  EVENTS_URL: 'no longer exists: pages report to this server how their remotes load.',
  SUPABASE_INTERNAL_URL: 'no longer exists: this server and browsers use the same SUPABASE_URL.',
  SITE_DIR: 'no longer exists: STORE_DIR names the folder of releases, for the server and for every command.',
  SIGNING_KEY:
    'no longer exists: releases are not signed. The history of each pointer says who moved it, when and why.',
};

/** The folders of the store and of the data. Throws a StartError for a setting that no longer exists. */
export function readFolders(env: NodeJS.ProcessEnv) {
  for (const [name, instead] of Object.entries(REMOVED))
    if (env[name]) throw startError(`${name} ${instead}`);
  return {
    siteDir: env['STORE_DIR'] ? resolve(env['STORE_DIR']) : join(repositoryRoot, 'dist/site'),
    dataDir: env['DATA_DIR'] ? resolve(env['DATA_DIR']) : join(repositoryRoot, '.space/data'),
  };
}

/** The settings that a server has with both kinds of backend. */
export type SiteSettings = ReturnType<typeof readSiteSettings>;

function readSiteSettings(env: NodeJS.ProcessEnv) {
  return {
    ...readFolders(env),
    /** 0: any free port. */
    port: readPort('PORT', env['PORT']),
    /** The host to listen on. Absent: this machine only. */
    host: env['HOST'] || undefined,
    /** The address at which users open the site, if it is not this server's: a proxy, or Vite in development. */
    siteUrl: readSiteUrl(env['SITE_URL']),
    /** Proxies whose X-Forwarded-For is trusted: addresses, subnets or 'loopback', separated by commas. */
    trustProxy: env['TRUST_PROXY'] || undefined,
    /** A token that permits operating the site from other machines, over TLS. Absent: only this machine can. */
    operateToken: readToken(env['OPERATE_TOKEN']),
    /** The port of the operator's pages, on the loopback address. 0: any free port. */
    operatorPort: readPort('OPERATOR_PORT', env['OPERATOR_PORT'] || '0'),
    /** false disables all rate limits, for tests and benchmarks: without limits passwords can be guessed. */
    limits: readLimits(env),
  };
}

/** The settings of the embedded backend. */
export type AccountSettings = ReturnType<typeof readAccountSettings>;

function readAccountSettings(env: NodeJS.ProcessEnv) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: secret } = env;
  return {
    /** Whether an address must be confirmed before the first sign-in. */
    confirmEmail: readSwitch('CONFIRM_EMAIL', env['CONFIRM_EMAIL'] ?? 'off'),
    google: clientId && secret ? { clientId, secret } : undefined,
  };
}

/** Reads the settings of `npm start` (README.md lists them). Throws a StartError for an invalid one. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const common = readSiteSettings(env);
  const { SUPABASE_URL: url = '', SUPABASE_KEY: key = '' } = env;
  return url || key
    ? ({ kind: 'hosted', options: { ...common, supabase: readHostedProject(url, key) } } as const)
    : ({ kind: 'embedded', options: { ...common, ...readAccountSettings(env) } } as const);
}

/** Takes a variable's name and value; returns the port (0: any free one). Throws a StartError that names the variable. */
export function readPort(name: string, text = '4173'): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw startError(`${name} must be a number from 0 to 65535, not "${text}".`);
}

function readSwitch(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw startError(`${name} must be "on" or "off", not "${text}".`);
}

function readLimits({ RATE_LIMITS = 'on', HOST }: NodeJS.ProcessEnv): boolean {
  const isOn = readSwitch('RATE_LIMITS', RATE_LIMITS);
  if (isOn || isLoopback(HOST || '127.0.0.1')) return isOn;
  throw startError('RATE_LIMITS=off is only for a server on the loopback address.');
}

function readToken(token = ''): string | undefined {
  if (token === '' || token.length >= 24) return token || undefined;
  throw startError('OPERATE_TOKEN must have at least 24 characters: openssl rand -hex 24');
}

/** Takes an address without a path, query or account; returns its URL, or null if it is something else. */
function readOrigin(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url : null;
}

/** The origin of SITE_URL, or undefined. Canonical URLs, links in mails and Google's redirect are built from it. */
export function readSiteUrl(text = ''): string | undefined {
  const url = readOrigin(text);
  if (text === '' || url !== null) return url?.origin;
  throw startError(`SITE_URL must be an address without a path (https://planner.example), not "${text}".`);
}

/** A Supabase project. Both are part of every page. */
export interface HostedProject {
  url: string;
  publishableKey: string;
}

const WRONG_KEY = {
  missing: 'SUPABASE_KEY is missing: set it to the publishable key of the project (sb_publishable_…).',
  secret:
    'SUPABASE_KEY is a secret key, which bypasses row-level security and would be in every page. Set it to the publishable key (sb_publishable_…), and replace the secret key if it was ever used like this.',
  unknown:
    'SUPABASE_KEY is not a key of a Supabase project. Set it to the publishable key (sb_publishable_…).',
};

/** Throws a StartError, which never repeats the key, if the address or the kind of the key is wrong. */
export function readHostedProject(address: string, key: string): HostedProject {
  const url = readOrigin(address);
  if (url === null || (url.protocol === 'http:' && !isLoopback(url.hostname)))
    throw startError(
      `SUPABASE_URL must be the address of a project (https://abcdefgh.supabase.co), not "${address}".`,
    );
  const publishableKey = key.trim();
  const kind = kindOf(publishableKey);
  if (kind !== 'publishable') throw startError(WRONG_KEY[kind]);
  return { url: url.origin, publishableKey };
}

/** Current keys state their kind in a prefix; legacy keys are JWTs with a role. */
function kindOf(key: string): 'publishable' | keyof typeof WRONG_KEY {
  if (key === '') return 'missing';
  if (/^sb_publishable_[\w-]+$/.test(key)) return 'publishable';
  if (key.startsWith('sb_secret_')) return 'secret';
  try {
    const { role } = decode(key).payload;
    return role === 'anon' ? 'publishable' : role === undefined ? 'unknown' : 'secret';
  } catch {
    return 'unknown';
  }
}
