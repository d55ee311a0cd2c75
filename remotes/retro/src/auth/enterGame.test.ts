import { beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('continuing a game', () => {
  it('signs in and welcomes back', async () => {
    session.signIn.mockResolvedValue({ ok: true, user });
    const answer = await enterGame(services, 'continue', credentials);
    expect(answer).toEqual({ tone: 'success', message: 'Welcome back!' });
    expect(session.signIn).toHaveBeenCalledExactlyOnceWith(credentials);
    expect(awaitVerification).toHaveBeenCalledExactlyOnceWith(null);
  });

  it.each([
    ['Invalid login credentials', 'invalid_credentials', 'Invalid email or password'],
    ['Something the server says', 'other', 'Something the server says'],
    ['', '', 'Authentication failed'],
  ])('answers %j with the notice of the catalogue', async (message, code, notice) => {
    session.signIn.mockResolvedValue(refused(message, code));
    expect(await enterGame(services, 'continue', credentials)).toEqual({ tone: 'error', message: notice });
  });

  it('says it in our words when no answer came', async () => {
    session.signIn.mockResolvedValue(refused('Failed to fetch', '', 'network'));
    const answer = await enterGame(services, 'continue', credentials);
    expect(answer).toEqual({ tone: 'error', message: 'Authentication failed' });
  });

  it('remembers that the email must be verified first', async () => {
    session.signIn.mockResolvedValue(refused('Email not confirmed', 'email_not_confirmed'));
    await enterGame(services, 'continue', credentials);
    expect(awaitVerification).toHaveBeenCalledExactlyOnceWith('ada@example.com');
  });
});

describe('starting a new game', () => {
  it('signs up without an address to return to', async () => {
    session.signUp.mockResolvedValue({ ok: true, user });
    const answer = await enterGame(services, 'new-game', credentials);
    expect(answer).toEqual({ tone: 'success', message: 'Account created! Welcome to the game!' });
    expect(session.signUp).toHaveBeenCalledExactlyOnceWith(credentials);
    expect(awaitVerification).toHaveBeenCalledExactlyOnceWith(null);
  });

  it('remembers the address when there is no session yet', async () => {
    session.signUp.mockResolvedValue({ ok: true, user: null });
    expect(await enterGame(services, 'new-game', credentials)).toMatchObject({ tone: 'success' });
    expect(awaitVerification).toHaveBeenCalledExactlyOnceWith('ada@example.com');
  });

  it('tells that the email has an account', async () => {
    session.signUp.mockResolvedValue(refused('User already registered', 'user_already_exists'));
    const message = 'This email is already registered. Please sign in instead.';
    expect(await enterGame(services, 'new-game', credentials)).toEqual({ tone: 'error', message });
  });
});
