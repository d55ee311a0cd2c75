interface Watched {
  /** Asks for the version of what is shown. */
  version: () => Promise<string | null>;
  /** Reads what is shown again; returns whether that worked. */
  read: () => Promise<boolean>;
}

/**
 * Keeps what is shown up to date for the price of a small question: it is read again only where its version is another than
 * the one before the last reading (rule live-update). The version is asked for first, so that a change between the two
 * answers is found the next time. Looks that are asked for during one are one more after it.
 */
export function watchVersion({ version, read }: Watched) {
  let known: string | null | undefined;
  let isLooking = false;
  let isWanted = false;

  async function lookOnce(): Promise<void> {
    isWanted = false;
    const current = await version();
    if (current !== known && (await read())) known = current;
  }

  return {
    /** Throws what the question throws. */
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
