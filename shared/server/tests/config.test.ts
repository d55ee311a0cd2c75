import { createApi } from '@supabase/lite/cli';
import { expect, test } from 'vitest';
import { backendConfig, mailTemplates } from '../src/backend/config.ts';
import { supabaseDirectory } from '../src/backend/migrations.ts';
import { repositoryRoot } from '../src/settings.ts';

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
  const { external: _e, ...authSettings } = auth;
  const templateOf = ({ subject, content_path: path }: (typeof mailTemplates)['signup']) => ({
    subject,
    content_path: path.replace(supabaseDirectory, './supabase/'),
  });
  const { signup, recovery } = mailTemplates;
  const file = await readConfigFile();
  expect(file).toMatchObject({
    // What the embedded backend leaves to lite.
    api: { ...apiSettings, max_rows: 1000 },
    auth: {
      ...authSettings,
      ...{ jwt_secret: '', publishable_key: '', secret_key: '', external: { google: { enabled: false } } },
      ...{ jwt_expiry: 3600, enable_refresh_token_rotation: true, refresh_token_reuse_interval: 10 },
      ...{ enable_signup: true, enable_anonymous_sign_ins: false },
      additional_redirect_urls: expect.any(Array) as unknown, // of the installation
      email: {
        ...auth.email,
        ...{ double_confirm_changes: true, secure_password_change: false, otp_expiry: 3600 },
        template: { confirmation: templateOf(signup), recovery: templateOf(recovery) },
      },
    },
  });
  expect(file['auth']).not.toHaveProperty('password_requirements');
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
