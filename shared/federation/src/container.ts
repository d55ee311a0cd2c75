/** One provider of a share, as the federation runtime keeps it: by specifier, then by version. */
interface Provider {
  lib?: () => unknown;
  get: () => Promise<() => unknown>;
  shareConfig?: Readonly<Record<string, unknown>>;
}

/** What is shared: specifier → version → who provides it. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Provider>> | undefined>>;

interface Parts {
  /** What takes over each share, by specifier. */
  receivers: Readonly<Record<string, (shared: unknown) => void>>;
  /** The exposed modules by name, './routes'. */
  exposed: Readonly<Record<string, unknown>>;
}

/** What Module Federation asks of a remote's entry. */
export interface Container {
  init: (scope: ShareScope) => Promise<void>;
  get: (name: string) => Promise<() => unknown>;
}

async function shareFrom(scope: ShareScope, specifier: string): Promise<unknown> {
  // A remote that the plugin has built notes here what it needs, too: that provides nothing.
  const provider = Object.values(scope[specifier] ?? {}).find(
    ({ shareConfig }) => shareConfig?.['import'] !== false,
  );
  if (!provider) throw new Error(`the shell does not share ${specifier}`);
  const factory = provider.lib ?? (await provider.get());
  return factory();
}

/**
 * Makes the container of a released remote: the interface that Module Federation fixes between a host and a remote
 * (`init` hands over what is shared, `get` an exposed module), for a remote that shares nothing itself (docs/decisions/003).
 * Ranges are not compared: the gate has done so before any code was fetched, and one shell shares one version.
 *
 * Takes what takes over each share, and the exposed modules. `init` throws when a share is missing, `get` for a module
 * that is not exposed.
 */
export function createContainer({ receivers, exposed }: Parts): Container {
  return {
    async init(scope) {
      await Promise.all(
        Object.entries(receivers).map(async ([specifier, receive]) => {
          receive(await shareFrom(scope, specifier));
        }),
      );
    },
    async get(name) {
      if (!(name in exposed)) throw new Error(`${name} is not exposed`);
      return () => exposed[name];
    },
  };
}
