import { createApi } from '@supabase/lite/cli';
import { expect, test } from 'vitest';
import { backendConfig } from '../src/backend/backend.ts';
import { repositoryRoot } from '../src/settings.ts';

test('supabase/config.toml has the settings of the embedded backend, no secret, and what a hosted project needs', async () => {
  const secrets = { jwtSecret: 'j', publishableKey: 'p', secretKey: 's' };
  const settings = { siteUrl: 'http://127.0.0.1:4173', confirmEmail: false };
  const { api, auth } = backendConfig(secrets, settings);
  const { external_url: _of, ...apiSettings } = api;
  const before = process.cwd();
  process.chdir(repositoryRoot); // lite looks for the file in the working directory only
  const { project } = await createApi({ withSupabaseClient: false });
  // It is protected in lite's types, but the public function would open a database.
  const readConfig = Reflect.get(project.local, 'readConfig') as (file: string) => Promise<object>;
  const file = await readConfig.call(project.local, 'supabase/config.toml');
  process.chdir(before);
  const anything = expect.anything() as unknown;
  expect(file).toMatchObject({
    api: { ...apiSettings, max_rows: 1000 },
    auth: {
      ...auth,
      ...{ jwt_secret: '', publishable_key: '', secret_key: '', jwt_expiry: 3600 },
      additional_redirect_urls: anything,
      external: { google: { enabled: false } },
      email: { ...auth.email, template: anything },
    },
    remotes: { production: { auth: { site_url: 'https://planner.example' } } },
  });
  expect(file).not.toHaveProperty('auth.password_requirements');
  expect(JSON.stringify(Reflect.get(file, 'remotes'))).not.toMatch(/127\.0\.0\.1|localhost|http:/);
});
