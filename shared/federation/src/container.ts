/** One provider of a share, as the federation runtime keeps it: by specifier, then by version. */
interface Provider {
  lib?: () => unknown;
  get: () => Promise<() => unknown>;
  shareConfig?: Readonly<Record<string, unknown>>;
}

/** What is shared: specifier → version → provider. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Provider>> | undefined>>;

interface Parts {
  /** The callback that receives each share, by specifier. */
  receivers: Readonly<Record<string, (shared: unknown) => void>>;
  /** The exposed modules by name, './routes'. */
  exposed: Readonly<Record<string, unknown>>;
}

/** The interface that Module Federation requires of a remote's entry. */
export interface Container {
  init: (scope: ShareScope) => Promise<void>;
  get: (name: string) => Promise<() => unknown>;
}

async function shareFrom(scope: ShareScope, specifier: string): Promise<unknown> {
  // Remotes built by the plugin also register here what they need: such an entry provides nothing.
  const provider = Object.values(scope[specifier] ?? {}).find(
    ({ shareConfig }) => shareConfig?.['import'] !== false,
  );
  if (!provider) throw new Error(`the shell does not share ${specifier}`);
  const factory = provider.lib ?? (await provider.get());
  return factory();
}

/**
 * Creates the container of a released remote: the interface that Module Federation defines between a host and a remote
 * (`init` passes the shares, `get` returns an exposed module), for a remote that shares nothing itself
 * (docs/decisions/003). Ranges are not compared: the gate did so before any code was fetched, and one shell shares one
 * version.
 *
 * Takes the share callbacks and the exposed modules. `init` throws if a share is missing, `get` if a module is not exposed.
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
