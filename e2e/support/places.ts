/** What is started once, for many tests. */
export interface Place {
  discard(): Promise<void> | void;
}

/**
 * What the tests of one worker share beside its browser. Each place is made when the first test asks for it. Specs with a place of
 * their own go on in the worker of the others: another worker would be another browser too.
 */
export class Places {
  readonly #kept = new Map<unknown, Promise<Place>>();
  #own: { make: unknown; place: Promise<Place> } | null = null;

  /** A place for all specs. Takes what makes it; returns what that has made, the same until the worker ends. */
  keep<Found extends Place>(make: () => Promise<Found>): Promise<Found> {
    const place = this.#kept.get(make) ?? make();
    this.#kept.set(make, place);
    return place as Promise<Found>; // made by the same function
  }

  /**
   * A place of one spec, whose tests run one after the other. It goes when another spec asks for one of its own. Takes what makes
   * it, and what that is given.
   */
  async keepOwn<Found extends Place, Given extends unknown[]>(
    make: (...given: Given) => Promise<Found>,
    ...given: Given
  ): Promise<Found> {
    const before = this.#own;
    if (before?.make === make) return before.place as Promise<Found>; // made by the same function
    this.#own = null;
    await (await before?.place)?.discard();
    const place = make(...given);
    this.#own = { make, place };
    return place;
  }

  async discard(): Promise<void> {
    const all = [...this.#kept.values(), ...(this.#own === null ? [] : [this.#own.place])];
    await Promise.all(all.map(async (place) => (await place).discard()));
  }
}
