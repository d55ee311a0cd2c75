import { checkRelease, checkRemoteModule } from '@space/federation';
import type { Release, RemoteRoute } from '@space/federation';
import type { PageOwner } from '@space/domain';
import { report } from '@space/platform';
import type { RemoteEvent } from '@space/platform';
import { readRegistry } from './readRegistry.ts';
import { remoteFailure } from './remoteFailure.ts';
import { LENT, federation, lendDevelopmentRuntime } from './runtime.ts';
import { warm } from './warm.ts';
import { withTimeLimit } from './withTimeLimit.ts';

const TIME_LIMIT = 8_000;

type Cause = RemoteEvent['cause'];
/** A step that went wrong, with the cause that the event will name. */
class StepError extends Error {
  readonly step: Cause;

  constructor(step: Cause, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.step = step;
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';
const failed = new Set<PageOwner>();
let attempts = 0;

async function find(owner: PageOwner, isFresh: boolean): Promise<Release> {
  const registry = await readRegistry({ isFresh }).catch((error: unknown) => {
    throw new StepError(isTimeout(error) ? 'timeout' : 'registry', error);
  });
  const release = registry.remotes[owner];
  if (!release) throw new StepError('registry', new Error('no release is listed'));
  const verdict = checkRelease(release, LENT);
  if (!verdict.ok) throw new StepError('contract', verdict.reason);
  return release;
}

/**
 * A rejected module is remembered by its address, and a container by its name: a new attempt has a new address and a new
 * name. (Registering the old name again with `force` works too, but warns on the console.)
 */
async function fetchModule(owner: PageOwner, release: Release, isFresh: boolean): Promise<unknown> {
  if (import.meta.env.DEV) await lendDevelopmentRuntime();
  const address = new URL(release.entry, location.origin);
  let name: string = owner;
  if (isFresh) {
    attempts += 1;
    name = `${owner}_${attempts}`;
    address.searchParams.set('attempt', String(attempts));
  }
  federation.registerRemotes([{ name, type: 'module', entry: address.href }]);
  const [module] = await Promise.all([federation.loadRemote(`${name}/routes`), warm(release)]);
  return module;
}

async function attempt(
  owner: PageOwner,
  isFresh: boolean,
): Promise<{ routes: RemoteRoute[]; release: Release }> {
  const release = await find(owner, isFresh);
  const module = await withTimeLimit(fetchModule(owner, release, isFresh), TIME_LIMIT).catch(
    (error: unknown) => {
      throw new StepError(isTimeout(error) ? 'timeout' : 'network', error);
    },
  );
  const verdict = checkRemoteModule(module, owner);
  if (!verdict.ok) throw new StepError('contract', verdict.reason);
  return { routes: verdict.routes, release };
}

/**
 * Loads a remote: registry → gate → warm and load → check of the shape; once more if that fails at once. Each outcome is
 * one reported event.
 *
 * Takes the owner of a page; returns its routes; throws `RemoteFailure`. A later call after a failure asks the network
 * again for everything.
 */
export async function loadRemoteRoutes(owner: PageOwner): Promise<RemoteRoute[]> {
  const start = performance.now();
  const finish = (outcome: RemoteEvent['outcome'], cause: Cause, version: string) => {
    report({ id: owner, version, outcome, cause, milliseconds: Math.round(performance.now() - start) });
  };
  const wasFailed = failed.has(owner);
  try {
    const { routes, release } = await attempt(owner, wasFailed).catch((error: unknown) => {
      // Waiting twice for something that hangs would double the wait; a contract does not change by asking again.
      if (error instanceof StepError && (error.step === 'timeout' || error.step === 'contract')) throw error;
      return attempt(owner, true);
    });
    failed.delete(owner);
    finish(wasFailed ? 'recovered' : 'loaded', 'none', release.version);
    return routes;
  } catch (error) {
    failed.add(owner);
    const cause = error instanceof StepError ? error.step : 'network';
    finish('failed', cause, 'unknown');
    throw remoteFailure(owner, cause, error);
  }
}
