import { beforeEach, expect, it, vi } from 'vitest';
import { enterGame } from './enterGame.ts';

const credentials = { email: 'ada@example.com', password: 'secret-enough' };
const user = { id: 'ada', email: credentials.email };
type Services = Parameters<typeof enterGame>[0];

const session = {
  signIn: vi.fn<Services['session']['signIn']>(),
  signUp: vi.fn<Services['session']['signUp']>(),
};
const awaitVerification = vi.fn<Services['awaitVerification']>();
const services = { session, awaitVerification };

function refused(message: string, code = '', kind: 'rejected' | 'network' = 'rejected') {
  return { ok: false, error: { name: 'BackendError', kind, message, code } } as const;
}

beforeEach(() => vi.resetAllMocks());

it.each([
  ['continue', 'signIn', 'Welcome back!'],
  ['new-game', 'signUp', 'Account created! Welcome to the game!'],
] as const)(
  'retro-auth: %s: enters the game, without a redirect address, and returns a greeting',
  async (mode, action, message) => {
    session[action].mockResolvedValue({ ok: true, user });
    expect(await enterGame(services, mode, credentials)).toEqual({ tone: 'success', message });
    expect(session[action]).toHaveBeenCalledExactlyOnceWith(credentials);
    expect(awaitVerification).toHaveBeenCalledExactlyOnceWith(null);
  },
);

const TAKEN = 'This email is already registered. Please sign in instead.';

it.each([
  ['continue', refused('Invalid login credentials', 'invalid_credentials'), 'Invalid email or password'],
  ['continue', refused('Something the server says', 'other'), 'Something the server says'],
  ['continue', refused('', ''), 'Authentication failed'],
  ['continue', refused('Failed to fetch', '', 'network'), 'Authentication failed'],
  ['new-game', refused('User already registered', 'user_already_exists'), TAKEN],
] as const)('%s: turns %o into the notice %j', async (mode, refusal, message) => {
  for (const action of [session.signIn, session.signUp]) action.mockResolvedValue(refusal);
  expect(await enterGame(services, mode, credentials)).toEqual({ tone: 'error', message });
});

it.each([
  ['continue', 'signIn', refused('Email not confirmed', 'email_not_confirmed'), 'error'],
  ['new-game', 'signUp', { ok: true, user: null }, 'success'],
] as const)('%s: remembers the email that must be verified first', async (mode, action, outcome, tone) => {
  session[action].mockResolvedValue(outcome as never); // of either action
  expect(await enterGame(services, mode, credentials)).toMatchObject({ tone });
  expect(awaitVerification).toHaveBeenCalledExactlyOnceWith(credentials.email);
});
