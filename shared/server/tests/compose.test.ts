import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readSettings } from '../src/settings.ts';
import { repositoryRoot } from '../src/paths.ts';
import { folderForEach } from './support/folder.ts';

// What can be checked of deploy/compose without a container engine. Its scripts and its nginx run in selfHost.test.ts.

const COMPOSE = join(repositoryRoot, 'shared/server/deploy/compose');
const read = (file: string) => readFileSync(join(COMPOSE, file), 'utf8');

const serviceSchema = z.object({
  image: z.string().optional(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  cap_drop: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
});
const { services, volumes, networks } = z
  .object({
    services: z.record(z.string(), serviceSchema),
    volumes: z.record(z.string(), z.object({})),
    networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
  })
  .parse(parse(read('compose.yaml')));
const all = Object.entries(services);

describe('compose.yaml', () => {
  test('pins the version of every image, and builds the site from our Containerfile', () => {
    const images = all.flatMap(([, { image }]) => image ?? []);
    expect(images).toHaveLength(all.length - 1);
    for (const image of images) expect(image).toMatch(/^[\w/-]+:v?\d+\.\d+(\.\d+)?(-alpine)?$/);
    const { context = '', dockerfile = '' } = services['site']?.build ?? {};
    expect(join(resolve(COMPOSE, context), dockerfile)).toBe(join(repositoryRoot, 'Containerfile'));
  });

  test('publishes only the gateway, only on the loopback address, and not on the network of the database', () => {
    const published = all.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual(['gateway 127.0.0.1:${GATEWAY_PORT:?}:8000']);
    const servicesOn = (network: string) =>
      all.filter(([, one]) => one.networks.includes(network)).map(([name]) => name);
    expect(servicesOn('data')).toEqual(['database', 'auth', 'migrate', 'rest']);
    expect(servicesOn('front')).toEqual(['auth', 'rest', 'site', 'gateway']);
    expect(networks['data']?.internal).toBe(true);
  });

  test('all services but the database have no capabilities and a read-only file system', () => {
    const unrestricted = all.filter(
      ([, { cap_drop, read_only }]) => cap_drop?.join() !== 'ALL' || read_only !== true,
    );
    expect(unrestricted.map(([name]) => name)).toEqual(['database']);
  });

  test('every service in depends_on exists, and has a health check if its health is awaited', () => {
    const dependencies = all.flatMap(([, { depends_on = {} }]) => Object.entries(depends_on));
    const unmet = dependencies.filter(
      ([other, { condition }]) =>
        !(other in services) || (condition === 'service_healthy' && !services[other]?.healthcheck),
    );
    expect(unmet).toEqual([]);
  });

  test('every mounted path and volume exists', () => {
    const mounted = all.flatMap(([, one]) => (one.volumes ?? []).map((volume) => volume.split(':')[0] ?? ''));
    const exists = (from: string) =>
      from.startsWith('.') ? existsSync(resolve(COMPOSE, from)) : from in volumes || from === '${MIGRATIONS';
    expect(mounted.filter((from) => !exists(from))).toEqual([]);
  });

  test('configures GoTrue and PostgREST as supabase/config.toml configures a hosted project', () => {
    const config = readFileSync(join(repositoryRoot, 'supabase/config.toml'), 'utf8');
    const configured = (key: string) => new RegExp(`^${key} = "?([^"\\n]+)"?$`, 'm').exec(config)?.[1];
    const { environment: auth = {} } = services['auth'] ?? {};
    const pairs = {
      JWT_EXP: 'jwt_expiry',
      PASSWORD_MIN_LENGTH: 'minimum_password_length',
      SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'enable_refresh_token_rotation',
      SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: 'refresh_token_reuse_interval',
      EXTERNAL_ANONYMOUS_USERS_ENABLED: 'enable_anonymous_sign_ins',
      RATE_LIMIT_OTP: 'sign_in_sign_ups',
      RATE_LIMIT_TOKEN_REFRESH: 'token_refresh',
      RATE_LIMIT_VERIFY: 'token_verifications',
      RATE_LIMIT_EMAIL_SENT: 'email_sent',
      SMTP_MAX_FREQUENCY: 'max_frequency',
      MAILER_OTP_LENGTH: 'otp_length',
      MAILER_OTP_EXP: 'otp_expiry',
    };
    const actual = Object.keys(pairs).map((name) => `${name}: ${String(auth[`GOTRUE_${name}`])}`);
    expect(actual).toEqual(Object.entries(pairs).map(([name, key]) => `${name}: ${configured(key)}`));
    for (const kind of ['confirmation', 'recovery']) {
      const subject = new RegExp(`template\\.${kind}\\]\\nsubject = "(.*)"`).exec(config)?.[1];
      expect(auth[`GOTRUE_MAILER_SUBJECTS_${kind.toUpperCase()}`]).toBe(subject);
    }
    const { environment: rest = {} } = services['rest'] ?? {};
    expect(String(rest['PGRST_DB_MAX_ROWS'])).toBe(configured('max_rows'));
    expect(rest['PGRST_JWT_SECRET']).toBe(auth['GOTRUE_JWT_SECRET']);
  });
});

describe('make-env.sh', () => {
  const at = folderForEach();
  const makeEnv = (...args: string[]) => {
    execFileSync('sh', [at('make-env.sh'), ...args], { stdio: 'pipe' });
    return Object.fromEntries(
      [...readFileSync(at('.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map((line) => line.slice(1)),
    );
  };
  beforeEach(() => copyFileSync(join(COMPOSE, 'make-env.sh'), at('make-env.sh')));

  test('sets exactly the variables that compose.yaml uses', () => {
    const names = [...read('compose.yaml').matchAll(/\$\{(\w+)(:\?)?\}/g)].map(([, name = '', isNeeded]) => ({
      name,
      isNeeded: isNeeded !== undefined,
    }));
    const made = makeEnv('https://planner.example');
    expect(new Set(Object.keys(made))).toEqual(new Set(names.map(({ name }) => name)));
    expect(names.filter(({ name, isNeeded }) => isNeeded && !made[name])).toEqual([]);
    expect(existsSync(resolve(COMPOSE, made['MIGRATIONS'] ?? ''))).toBe(true);
  });

  test('creates different secrets that only this account can read, and never overwrites them', () => {
    const secretsOf = (made: Record<string, string>) =>
      Object.entries(made).filter(
        ([name]) => /SECRET$|PASSWORD$|KEY$/.test(name) && !/^(GOOGLE|SMTP)/.test(name),
      );
    const first = secretsOf(makeEnv('https://planner.example'));
    expect(first).toHaveLength(5);
    expect(statSync(at('.env')).mode & 0o777).toBe(0o600);
    expect(() => makeEnv('https://planner.example')).toThrow(/File exists/);
    expect(new Set(first.map(([, value]) => value)).size).toBe(5);
    for (const [, value] of first) expect(value).toMatch(/[0-9a-f]{32}$/);
  });

  test.each([[], ['planner.example'], ['https://planner.example/'], ['http://planner.example']])(
    'rejects the address %s',
    (...args) => {
      expect(() => makeEnv(...args)).toThrow(/Usage: |is not an address/);
      expect(existsSync(at('.env'))).toBe(false);
    },
  );

  test('writes settings that our server accepts, for an https address and for a trial on one machine', () => {
    for (const address of ['https://planner.example', 'http://127.0.0.1:8000']) {
      const { environment = {} } = services['site'] ?? {};
      const made = makeEnv(address);
      const env = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          String(value).replace(/\$\{(\w+):\?\}/, (_, variable: string) => made[variable] ?? ''),
        ]),
      );
      expect(readSettings(env)).toMatchObject({
        kind: 'hosted',
        options: { siteUrl: address, supabase: { url: address, internalUrl: 'http://gateway:8001' } },
      });
      execFileSync('rm', [at('.env')]);
    }
  });

  test('writes a file that git ignores', () => {
    // Images do not contain it either: e2e/lab/golive/containerfile.test.ts.
    expect(readFileSync(join(repositoryRoot, '.gitignore'), 'utf8')).toMatch(/^\.env$/m);
  });
});
