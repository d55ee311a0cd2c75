import { MESSAGES, failureKind, failureReason, withReason } from '@space/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../src/requests.ts';
import { json, memoryStorage, type Fault } from '../testing/index.ts';
import { PASSWORD, REFRESH, WEEK, newTask, startWorld, type Tab } from './world.ts';

const world = startWorld();
const list = ({ backend }: Pick<Tab, 'backend'>) => backend.tasks.listBetween(...WEEK);
const DAY = 86_400;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns 'works', or what a page says of a failed act that begins with this sentence, and the kind of the failure. */
async function said(work: Promise<unknown>, sentence: string): Promise<string> {
  try {
    await work;
    return 'works';
  } catch (error) {
    return `${withReason(sentence, failureReason(error, true))} (${String(failureKind(error))})`;
  }
}

/** The fetch of a device whose clock is ahead: sessions end earlier by it. */
const withClock =
  (secondsAhead: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!addressOf(input).includes('/auth/v1/')) return response;
    const earlier = (_text: string, end: string) => `"expires_at":${Number(end) - secondsAhead}`;
    const text = (await response.text()).replace(/"expires_at":(\d+)/, earlier);
    return new Response(text === '' ? null : text, response);
  };

/** A fault of the network, which fails every act, or of the device, with which every act works. */
interface Row {
  fault?: Fault;
  /** By how many seconds the device's clock is ahead. */
  clock?: number;
  /** What the browser's storage refuses. */
  refuse?: { reads?: true; writes?: true };
  /** How the session is changed while the page is open. */
  session?: Parameters<ReturnType<typeof world>['spoil']>[1];
  tabs?: 2;
}
const ASLEEP = { session: {} };
const ROWS: Readonly<Record<string, Row>> = {
  'a connection that is reset': { fault: 'drop' },
  'a response that breaks off': { fault: 'drop-answer' },
  'a request that hangs': { fault: 'hang' },
  'a gateway page (502)': { fault: { status: 502 } },
  'an overloaded server (503)': { fault: json(503, '{"message":"busy"}') },
  'a gateway timeout (504)': { fault: { status: 504 } },
  "a captive portal's page (200)": { fault: { status: 200 } },
  'a portal that responds with JSON of its own': { fault: json(200, '{"login":true}') },
  "a proxy's refusal (403 with a page)": { fault: { status: 403 } },
  'a missing API (404 with a page)': { fault: { status: 404 } },
  'an empty 404': { fault: { status: 404, body: '' } },
  'truncated JSON': { fault: json(200, '[{"id":') },
  'an empty body': { fault: json(200, '') },
  'a clock that is a day ahead': { clock: DAY },
  'a clock that is a day behind': { clock: -DAY, session: { saysExpiresIn: DAY } },
  'a storage that is full': { refuse: { writes: true } },
  'a storage that is blocked': { refuse: { reads: true, writes: true } },
  'a night asleep': ASLEEP,
  'a night asleep, and two tabs that refresh at once': { ...ASLEEP, tabs: 2 },
  'a night asleep and no network': { ...ASLEEP, fault: 'drop' },
  'a night asleep and a portal': { ...ASLEEP, fault: { status: 403 } },
};

describe('stored-session, failure-notice, add-once: signing in, the week and a new task', () => {
  it.each(Object.entries(ROWS))('with %s', async (_name, { fault, clock = 0, refuse, session, tabs }) => {
    const browser = memoryStorage();
    Object.assign(browser.refuse, refuse);
    const options = { fetch: withClock(clock), timeoutMilliseconds: fault === 'hang' ? 1_000 : 5_000 };
    const first = await world().openSignedInTab({ browser, ...options });
    await first.backend.tasks.add(newTask(first.userId, 'Before'));
    if (session) world().spoil(browser, session);
    const other = tabs === 2 ? world().openTab({ browser, ...options }) : first;
    const visitor = world().openTab(options);
    if (fault) world().proxy.rule({ path: '/v1/', fault });

    const typed = newTask(first.userId, 'Typed');
    const credentials = { email: first.email, password: PASSWORD };
    const { loadFailed, addFailed } = MESSAGES.tasks;
    const act = () =>
      Promise.all([
        said(visitor.backend.auth.signIn(credentials), MESSAGES.auth.failed),
        said(list(other), loadFailed),
        said(first.backend.tasks.add(typed), addFailed),
      ]);
    const works = ['works', 'works', 'works'];
    const failures = [MESSAGES.auth.failed, loadFailed, addFailed].map((sentence) => `${sentence} (network)`);
    expect(await act()).toEqual(fault ? failures : works);
    expect([first, other].map(({ isSignedIn }) => isSignedIn())).toEqual([true, true]);
    world().proxy.reset();
    expect(await act()).toEqual(works);
    expect((await list(other)).map(({ title }) => title)).toEqual(['Before', 'Typed']);
  });
});

describe('waiting-tasks', () => {
  it('a request without an answer is known by its code, also while the session is renewed', async () => {
    const { storage, userId } = await world().openSignedInTab();
    const tab = world().openTab({ browser: storage, timeoutMilliseconds: 500 });
    const unanswered = { kind: 'network', code: 'no_answer' };
    world().spoil(tab.storage, { saysExpiresIn: 3_000 });
    world().proxy.rule({ ...REFRESH, fault: 'hang' });
    await expect(list(tab)).rejects.toMatchObject(unanswered);
    world().proxy.rule({ path: '/rest/', fault: 'hang' });
    await expect(tab.backend.tasks.add(newTask(userId))).rejects.toMatchObject(unanswered);
  });
});

describe('a request', () => {
  it('is sent once, and leaves the retry to the user', async () => {
    const tab = await world().openSignedInTab();
    world().proxy.rule({ path: '/rest/v1/', fault: json(503, '{}') });
    await expect(list(tab)).rejects.toMatchObject({ kind: 'network', status: 503 });
    expect(world().requestsTo('/rest/v1/')).toBe(1);
  });

  it('is not sent without a session, nor with the key in its place', async () => {
    const tab = world().openTab();
    await expect(list(tab)).rejects.toMatchObject({ kind: 'auth', code: 'no_session' });
    expect(world().requestsTo('/rest/v1/')).toBe(0);
  });

  it('with a wrong key is not taken for a lost session', async () => {
    const { backend } = world().openTab({ key: 'sb_publishable_wrong' });
    const credentials = { email: 'a@example.com', password: PASSWORD };
    await expect(backend.auth.signIn(credentials)).rejects.toMatchObject({ kind: 'rejected' });
  });
});
