/**
 * Orders overlapping requests. Returns a function to call at the start of a request (or, on sign-out, without one); it returns
 * a check whether that request is still the latest.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    return () => mine === latest;
  };
}

interface VersionedData {
  /** Requests the current version of the shown data. */
  version: () => Promise<string | null>;
  /** Loads the shown data again; returns whether that succeeded. */
  read: () => Promise<boolean>;
}

/**
 * Keeps the shown data up to date with cheap polls, which load it again only if its version has changed. The version is
 * requested before the data, so that the next poll finds a change between the two responses. Polls that are requested during
 * another are merged into one after it, even if that one fails.
 */
export function watchVersion({ version, read }: VersionedData) {
  let loadedVersion: string | null | undefined;
  let isPolling = false;
  let isRequested = false;

  async function pollOnce(): Promise<boolean> {
    isRequested = false;
    try {
      const current = await version();
      if (current !== loadedVersion && (await read())) loadedVersion = current;
      return current === loadedVersion;
    } catch (error) {
      // If another poll was requested meanwhile, it runs next and its error counts.
      if (!isRequested) throw error;
      return false;
    }
  }

  return {
    /** Polls; returns whether the loaded data is current, as far as this call knows. Throws the error of the last request. */
    async poll(): Promise<boolean> {
      isRequested = true;
      if (isPolling) return false;
      isPolling = true;
      let isCurrent = false;
      try {
        while (isRequested) isCurrent = await pollOnce();
        return isCurrent;
      } finally {
        isPolling = false;
      }
    },
    /** Makes the next poll load the data, whatever its version is. */
    forget(): void {
      loadedVersion = undefined;
    },
  };
}
