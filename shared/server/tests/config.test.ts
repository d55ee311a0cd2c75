import { createApi } from '@supabase/lite/cli';
import { expect, test } from 'vitest';
import { backendConfig, mailTemplates } from '../src/backend/config.ts';
import { supabaseDirectory } from '../src/backend/migrations.ts';
import { repositoryRoot } from '../src/settings.ts';

test('supabase/config.toml has the settings of the embedded backend, no secret, and what a hosted project needs', async () => {
  const secrets = { jwtSecret: 'j', publishableKey: 'p', secretKey: 's' };
  const settings = { siteUrl: 'http://127.0.0.1:4173', confirmEmail: false };
  const { api, auth } = backendConfig(secrets, settings);
  const { external_url: _u, ...apiSettings } = api;
  const template = ({ subject, content_path: path }: (typeof mailTemplates)['signup']) => ({
    subject,
    content_path: path.replace(supabaseDirectory, './supabase/'),
  });
  const before = process.cwd();
  process.chdir(repositoryRoot); // lite looks for the file in the working directory only
  const { project } = await createApi({ withSupabaseClient: false });
  // It is protected in lite's types, but the public function would open a database.
  const readConfig = Reflect.get(project.local, 'readConfig') as (file: string) => Promise<object>;
  const file = await readConfig.call(project.local, 'supabase/config.toml');
  process.chdir(before);
  expect(file).toMatchObject({
    // What the embedded backend leaves to lite.
    api: { ...apiSettings, max_rows: 1000 },
    auth: {
      ...auth,
      ...{ jwt_secret: '', publishable_key: '', secret_key: '', external: { google: { enabled: false } } },
      ...{ jwt_expiry: 3600, enable_refresh_token_rotation: true, refresh_token_reuse_interval: 10 },
      ...{ enable_signup: true, enable_anonymous_sign_ins: false },
      additional_redirect_urls: expect.any(Array) as unknown, // of the installation
      email: {
        ...auth.email,
        ...{ double_confirm_changes: true, secure_password_change: false, otp_expiry: 3600 },
        template: {
          confirmation: template(mailTemplates.signup),
          recovery: template(mailTemplates.recovery),
        },
      },
    },
    remotes: {
      production: {
        auth: {
          site_url: 'https://planner.example',
          email: { enable_confirmations: true, smtp: { enabled: true } },
        },
      },
    },
  });
  expect(file).not.toHaveProperty('auth.password_requirements');
  expect(JSON.stringify(Reflect.get(file, 'remotes'))).not.toMatch(/127\.0\.0\.1|localhost|http:/);
});
