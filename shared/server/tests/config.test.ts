import { createApi } from '@supabase/lite/cli';
import { expect, test } from 'vitest';
import { backendConfig } from '../src/backend/config.ts';
import { repositoryRoot, supabaseDirectory } from '../src/paths.ts';

/** supabase/config.toml as lite reads it. Lite looks for it from the working directory only. */
async function readConfigFile(): Promise<Record<string, unknown>> {
  const before = process.cwd();
  process.chdir(repositoryRoot);
  try {
    const { project } = await createApi({ withSupabaseClient: false });
    // Protected in its types: the public way would open a database.
    const readConfig: unknown = Reflect.get(project.local, 'readConfig');
    if (typeof readConfig !== 'function')
      throw new Error('@supabase/lite has no readConfig: was it upgraded?');
    const config: unknown = await Reflect.apply(readConfig, project.local, ['supabase/config.toml']);
    return { ...Object(config) };
  } finally {
    process.chdir(before);
  }
}

test('supabase/config.toml says what the embedded backend does', async () => {
  const secrets = { jwtSecret: 'j', publishableKey: 'p', secretKey: 's' };
  const siteUrl = 'http://127.0.0.1:4173';
  const { api, auth } = backendConfig(secrets, { siteUrl, confirmEmail: false });
  const file = await readConfigFile();

  // Per installation, or by the address it runs at.
  const {
    jwt_secret: _j,
    publishable_key: _p,
    secret_key: _s,
    additional_redirect_urls: _r,
    ...settings
  } = auth;
  const { external_url: _u, ...apiSettings } = api;
  const expected = {
    ...settings,
    email: {
      ...settings.email,
      template: Object.fromEntries(
        Object.entries(settings.email.template).map(([name, template]) => [
          name,
          { ...template, content_path: template.content_path.replace(supabaseDirectory, './supabase/') },
        ]),
      ),
    },
  };
  expect(file).toMatchObject({ api: apiSettings, auth: expected });
  expect(file['auth']).not.toHaveProperty('password_requirements');
});

test('supabase/config.toml holds no secret', async () => {
  const { auth } = await readConfigFile();
  expect(auth).toMatchObject({ jwt_secret: '', publishable_key: '', secret_key: '' });
});
