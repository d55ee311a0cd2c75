import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi } from '@supabase/lite/cli';
import { expect, test } from 'vitest';
import { backendConfig } from '../src/backend/config.ts';
import { repositoryRoot, supabaseDirectory } from '../src/paths.ts';

/** Reads supabase/config.toml as lite does. Lite looks for it in the working directory only. */
async function readConfigFile(): Promise<Record<string, unknown>> {
  const before = process.cwd();
  process.chdir(repositoryRoot);
  try {
    const { project } = await createApi({ withSupabaseClient: false });
    // `readConfig` is protected in lite's types, but the public function would open a database.
    const readConfig: unknown = Reflect.get(project.local, 'readConfig');
    if (typeof readConfig !== 'function')
      throw new Error('@supabase/lite has no readConfig: was it upgraded?');
    const config: unknown = await Reflect.apply(readConfig, project.local, ['supabase/config.toml']);
    return { ...Object(config) };
  } finally {
    process.chdir(before);
  }
}

test('supabase/config.toml has the settings of the embedded backend, and no secret', async () => {
  const secrets = { jwtSecret: 'j', publishableKey: 'p', secretKey: 's' };
  const siteUrl = 'http://127.0.0.1:4173';
  const { api, auth } = backendConfig(secrets, { siteUrl, confirmEmail: false });
  const { external_url: _u, ...apiSettings } = api;
  // Lite requires `enable_signup` there. The CLI deprecates it, because [auth] has the same setting.
  const { enable_signup: _e, template, ...email } = auth.email;
  const templates = Object.entries(template).map(([name, { subject, content_path: path }]) => [
    name,
    { subject, content_path: path.replace(supabaseDirectory, './supabase/') },
  ]);
  const expected = {
    ...auth,
    ...{ jwt_secret: '', publishable_key: '', secret_key: '' },
    email: { ...email, template: Object.fromEntries(templates) as object },
    additional_redirect_urls: expect.any(Array) as unknown, // of the installation
  };
  const file = await readConfigFile();
  expect(file).toMatchObject({ api: apiSettings, auth: expected });
  expect(file['auth']).not.toHaveProperty('password_requirements');
});

/** The keys that the CLI's own template (docs/go-live.md, sources) documents for the sections of our file. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  '': 'project_id',
  api: 'enabled port schemas extra_search_path max_rows',
  db: 'port shadow_port health_timeout major_version',
  'db.seed': 'enabled sql_paths',
  auth: 'enabled site_url external_url additional_redirect_urls jwt_expiry jwt_issuer jwt_secret publishable_key secret_key signing_keys_path enable_refresh_token_rotation refresh_token_reuse_interval enable_signup enable_anonymous_sign_ins enable_manual_linking minimum_password_length password_requirements',
  'auth.rate_limit':
    'email_sent sms_sent anonymous_users token_refresh sign_in_sign_ups token_verifications web3',
  'auth.sessions': 'timebox inactivity_timeout',
  'auth.email':
    'double_confirm_changes enable_confirmations secure_password_change max_frequency otp_length otp_expiry',
  'auth.email.smtp': 'enabled host port user pass admin_email sender_name',
  'auth.email.template.confirmation': 'subject content_path',
  'auth.email.template.recovery': 'subject content_path',
  'auth.external.google': 'enabled client_id secret redirect_uri url skip_nonce_check email_optional',
};

test('the Supabase CLI documents every key of supabase/config.toml', () => {
  const text = readFileSync(join(supabaseDirectory, 'config.toml'), 'utf8');
  let section = '';
  const keys = [...text.matchAll(/^\[([\w.]+)\]|^(\w+) = /gm)].flatMap(([, header, key]) => {
    if (header !== undefined) section = header.replace(/^remotes\.production\.?/, '');
    return key === undefined ? [] : [[section, key] as const];
  });
  expect(keys.length).toBeGreaterThan(40);
  expect(keys.filter(([where, key]) => !DOCUMENTED[where]?.split(' ').includes(key))).toEqual([]);
});

test('the settings of the hosted project have no local address, and everything that real users need', async () => {
  const { remotes } = await readConfigFile();
  expect(remotes).toMatchObject({
    production: {
      project_id: expect.stringMatching(/^[a-z]{20}$/) as string,
      auth: {
        site_url: 'https://planner.example',
        additional_redirect_urls: ['https://planner.example/**'],
        email: { enable_confirmations: true, smtp: { enabled: true, admin_email: 'space@planner.example' } },
      },
    },
  });
  expect(JSON.stringify(remotes)).not.toMatch(/127\.0\.0\.1|localhost|http:/);
});
