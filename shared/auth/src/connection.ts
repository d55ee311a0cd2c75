import { backendError, isBackendError, type Backend } from '@space/supabase';

export type Connection = ReturnType<typeof createConnection>;

/** Creates the connection. `attach` subscribes to a backend, once each; it returns a function that unsubscribes. */
export function createConnection(
  loadBackend: () => Promise<Backend>,
  attach: (backend: Backend) => () => void,
) {
  let opening: Promise<Backend> | null = null;
  let attached: Backend | null = null;
  let detach = (): void => {};

  function use(backend: Backend): Backend {
    if (attached !== backend) {
      detach();
      attached = backend;
      detach = attach(backend);
    }
    return backend;
  }

  return {
    /** Attaches to a backend; does nothing if it is already attached. */
    use,
    /** Loads the backend once. Throws `network` when its code cannot be loaded; the next call tries again. */
    open(): Promise<Backend> {
      opening ??= loadBackend()
        .then(use)
        .catch((error: unknown) => {
          opening = null;
          throw isBackendError(error)
            ? error
            : backendError('network', 'The client could not be loaded', { cause: error });
        });
      return opening;
    },
    isOpen: (): boolean => attached !== null,
    close(): void {
      detach();
      attached?.dispose();
      detach = () => {};
      attached = null;
      opening = null;
    },
  };
}
