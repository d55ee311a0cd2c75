interface Watched {
  /** Asks for the version of what is shown. */
  version: () => Promise<string | null>;
  /** Reads what is shown again; returns whether that worked. */
  read: () => Promise<boolean>;
}

/**
 * Keeps what is shown up to date for the price of a small question: it is read again only where its version is another than
 * the one before the last reading (rule live-update). The version is asked for first, so that a change between the two
 * answers is found the next time. Looks that are asked for during one are one more after it, however that one ends.
 */
export function watchVersion({ version, read }: Watched) {
  let known: string | null | undefined;
  let isLooking = false;
  let isWanted = false;

  async function lookOnce(): Promise<void> {
    isWanted = false;
    try {
      const current = await version();
      if (current !== known && (await read())) known = current;
    } catch (error) {
      // The look that is wanted meanwhile asks again, and tells how that ends.
      if (!isWanted) throw error;
    }
  }

  return {
    /** Throws what the last question throws. */
    async look(): Promise<void> {
      isWanted = true;
      if (isLooking) return;
      isLooking = true;
      try {
        while (isWanted) await lookOnce();
      } finally {
        isLooking = false;
      }
    },
    /** The next look reads, whatever the version is. */
    forget(): void {
      known = undefined;
    },
  };
}
