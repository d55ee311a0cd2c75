import { randomUUID } from 'node:crypto';
import { createBackend } from '../../src/backend.ts';
import { isBackendError } from '../../src/errors.ts';
import { safeStorage } from '../../src/sessionStorage.ts';
import { SESSION_KEY } from '../../src/storedSession.ts';
import { PASSWORD, newEmail } from '../person.ts';
import { memoryStorage } from '../memoryStorage.ts';
import { recordExchanges, type Exchange } from './exchange.ts';

interface Walk {
  /** The base URL of `/auth/v1` and `/rest/v1`, without a trailing slash. */
  url: string;
  /** Its publishable key. */
  key: string;
}

const DAY = '2026-11-16';
const WEEK = [DAY, '2026-11-22'] as const;

/**
 * Calls every method of our client as two new users, also with requests that the server must refuse, and deletes the users.
 * Returns the exchanges. Sends no mail (it uses addresses without an account). The project must auto-confirm addresses.
 */
export async function walkAll({ url, key }: Walk): Promise<Exchange[]> {
  const { fetch, exchanges, cutNextList } = recordExchanges();
  const storage = memoryStorage();
  const open = (items: Storage) => createBackend({ url, key, storage: safeStorage(items), fetch });
  const [anna, ben] = [open(storage), open(memoryStorage())];
  try {
    const [annaId, benId] = [await signUp(anna), await signUp(ben)];
    const redirectTo = new URL('/auth', url).href;
    await refused(ben.auth.signIn({ email: newEmail(), password: PASSWORD }));
    await ben.auth.requestPasswordReset(newEmail(), redirectTo);
    await ben.auth.resendConfirmation(newEmail(), redirectTo);
    await refused(ben.auth.redeemLink({ tokenHash: 'f'.repeat(64), type: 'signup' }, () => true));
    await ben.auth.googleAddress(redirectTo).catch(() => {}); // Google may be switched off
    const task = (title: string) =>
      ({ id: randomUUID(), title, emoji: null, task_date: DAY, user_id: annaId }) as const;

    await anna.tasks.listBetween(...WEEK);
    const first = await anna.tasks.add(task('Water, "the" (plants)'));
    await anna.tasks.add({ ...task('Feed the cat'), starred: true, completed: true, pinned: true });
    cutNextList(1);
    await anna.tasks.listBetween(...WEEK);
    cutNextList(1);
    await anna.tasks.listAll();
    await anna.tasks.add(first); // as if the response was lost and the task is sent again
    const list = [task('One'), task('Two')];
    await anna.tasks.addMany(list);
    await refused(ben.tasks.addMany([{ ...task('Three'), user_id: benId }, task('Of another')]));
    await anna.tasks.removeMany(list.map(({ id }) => id));
    await anna.tasks.update(first.id, { title: 'Water them', completed: true });
    await anna.tasks.listUndone('2026-12-01');
    await anna.tasks.search('water');
    await anna.tasks.version();
    await refused(ben.tasks.add({ ...first, user_id: benId })); // the id is taken
    await refused(ben.tasks.add({ ...task('Of another'), user_id: annaId }));
    await refused(ben.tasks.update(first.id, { title: 'Mine' })); // touches no row
    await refused(anna.tasks.update(first.id, { title: ' ' }));
    await anna.tasks.remove(first.id);
    await refused(anna.tasks.remove(first.id));
    await anna.tasks.restore(first.id);
    await refused(ben.tasks.restore(first.id));

    await anna.profiles.get(annaId);
    await anna.profiles.updateDisplayName(annaId, 'Anna');
    await anna.profiles.getDisplayName(annaId);
    await refused(ben.profiles.get(annaId));
    await refused(ben.profiles.updateDisplayName(annaId, 'Ben'));
    await refused(anna.profiles.updateDisplayName(annaId, '<b>'));

    await anna.calendarFeed.since();
    await anna.calendarFeed.renew();
    await anna.calendarFeed.since();
    await anna.calendarFeed.withdraw();

    await anna.account.get();
    await refuseToken(storage, () => anna.tasks.version());
    await anna.auth.changePassword(`${PASSWORD}2`);
    await anna.account.remove(annaId);
    await ben.account.remove(benId);
    await anna.auth.signOut();
  } finally {
    anna.dispose();
    ben.dispose();
  }
  return exchanges;
}

async function signUp({ auth }: ReturnType<typeof createBackend>): Promise<string> {
  const email = newEmail();
  const user = await auth.signUp({ email, password: PASSWORD }, 'http://127.0.0.1/auth');
  if (user === null) throw new Error('The project sends a mail first: switch that off for the walk');
  await auth.signOut();
  return (await auth.signIn({ email, password: PASSWORD })).id;
}

/** Waits for a call that the server must refuse. */
async function refused(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => new Error('A request was answered that had to be refused'),
    (reason: unknown) => reason,
  );
  if (!isBackendError(error)) throw error;
}

/** Calls with a token of a wrong signature: the client then refreshes the token and repeats the request. */
async function refuseToken(storage: Storage, call: () => Promise<unknown>): Promise<void> {
  const text = storage.getItem(SESSION_KEY) ?? '';
  const { access_token: token } = JSON.parse(text) as { access_token: string }; // written by supabase-js
  const [header, payload, signature = ''] = token.split('.');
  const wrongSignature = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
  storage.setItem(SESSION_KEY, text.replace(token, `${header}.${payload}.${wrongSignature}`));
  await call();
}
