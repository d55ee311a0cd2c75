import { expect, it } from 'vitest';
import { SESSION_KEY } from '../src/storedSession.ts';
import { startWorld } from './world.ts';

const without = startWorld();
const withGoogle = startWorld({ google: { clientId: 'client-id', secret: 'secret' } });
const BACK = 'https://site.example/dashboard';

it('gives the address of the sign-in: offline access, consent, PKCE, and back to the site', async () => {
  const { backend, storage } = withGoogle().openTab();
  const address = new URL(await backend.auth.googleAddress(BACK));
  expect(address.pathname).toBe('/auth/v1/authorize');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    provider: 'google',
    redirect_to: BACK,
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 's256',
  });
  expect(storage.getItem(`${SESSION_KEY}-code-verifier`)).not.toBeNull();
});

it('gives an address that leads to Google', async () => {
  const { backend } = withGoogle().openTab();
  const answer = await fetch(await backend.auth.googleAddress(BACK), { redirect: 'manual' });
  expect(answer.status).toBe(302);
  const google = new URL(answer.headers.get('location') ?? '');
  expect(google.host).toBe('accounts.google.com');
  expect(Object.fromEntries(google.searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
  });
});

it('says that Google is switched off, before the visitor leaves the page', async () => {
  const { backend } = without().openTab();
  await expect(backend.auth.googleAddress(BACK)).rejects.toMatchObject({
    kind: 'rejected',
    code: 'provider_disabled',
  });
});

it('tries anyway where the server has no settings to show', async () => {
  const { backend } = without().openTab();
  const missing = { status: 404, type: 'application/json', body: '{"message":"not found"}' };
  without().proxy.rule({ path: '/auth/v1/settings', fault: missing });
  expect(await backend.auth.googleAddress(BACK)).toContain('provider=google');
});

it('stays on the page when the server cannot be reached', async () => {
  const { backend } = withGoogle().openTab();
  withGoogle().proxy.rule({ path: '/auth/v1/settings', fault: 'drop' });
  await expect(backend.auth.googleAddress(BACK)).rejects.toMatchObject({ kind: 'network' });
});
