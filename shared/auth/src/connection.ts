import { backendError, isBackendError, type Backend } from '@space/supabase';

export type Connection = ReturnType<typeof createConnection>;

/** Makes the connection. `attach` subscribes to a new backend and returns the way out: one subscription per backend. */
export function createConnection(
  loadBackend: () => Promise<Backend>,
  attach: (backend: Backend) => () => void,
) {
  let opening: Promise<Backend> | null = null;
  let close = (): void => {};
  let isOpen = false;

  async function open(): Promise<Backend> {
    const backend = await loadBackend();
    const detach = attach(backend);
    isOpen = true;
    close = () => {
      isOpen = false;
      detach();
      backend.dispose();
    };
    return backend;
  }

  return {
    /** Loads the backend once. Throws `network` when its code cannot be loaded; the next call tries again. */
    open(): Promise<Backend> {
      opening ??= open().catch((error: unknown) => {
        opening = null;
        throw isBackendError(error)
          ? error
          : backendError('network', 'The client could not be loaded', { cause: error });
      });
      return opening;
    },
    isOpen: (): boolean => isOpen,
    close(): void {
      close();
      opening = null;
    },
  };
}
