/** The part of Trusted Types that is needed; TypeScript's DOM types do not have it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}
interface Policy {
  createScriptURL(address: string): string;
}

/** One policy for the document, whichever remote came first: it can be created only once. */
const POLICY = Symbol.for('space-remote-worker');

const page = globalThis as { trustedTypes?: TrustedTypes; [POLICY]?: Policy | undefined };

function isOwnScript(address: string): boolean {
  const { origin, pathname, search } = new URL(address);
  return origin === location.origin && /^\/(remotes|assets)\/.*\.js$/.test(pathname) && search === '';
}

const rules = {
  createScriptURL(address: string) {
    if (!isOwnScript(address)) throw new TypeError(`${address} is not the script of a remote of this site`);
    return address;
  },
};

/**
 * Starts a worker of a remote. The build replaces `new Worker(new URL('./x.ts', import.meta.url), …)` by this function
 * (remoteWorkers.ts): the site accepts only trusted addresses, and browsers accept no worker from another origin, such
 * as a development server.
 *
 * Takes the constructor and its arguments; returns the worker. Throws if a proxy in front of the site forbids it.
 */
export function startWorker<Started, Options>(
  Kind: new (address: string, options?: Options) => Started,
  { href, origin }: URL,
  options?: Options,
): Started {
  if (origin !== location.origin) {
    const script = new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' });
    return new Kind(URL.createObjectURL(script), options);
  }
  if (!isOwnScript(href)) return new Kind(href, options); // from source: there is no policy
  page[POLICY] ??= page.trustedTypes?.createPolicy('remote-worker', rules);
  return new Kind(page[POLICY]?.createScriptURL(href) ?? href, options);
}
