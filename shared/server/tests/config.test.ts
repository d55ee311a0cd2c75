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
