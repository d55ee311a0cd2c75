/** Something that is started once for many tests. */
export interface Resource {
  discard(): Promise<void> | void;
}

/**
 * What the tests of one worker share besides its browser, each started when the first test needs it. A worker fixture for a
 * single spec would start a new worker, and so another browser; a resource owned by a spec does not.
 */
export class WorkerResources {
  readonly #shared = new Map<unknown, Promise<Resource>>();
  #specOwned: { start: unknown; resource: Promise<Resource> } | null = null;

  /** A resource for all specs. Takes the function that starts it; returns the same resource until the worker ends. */
  shared<Started extends Resource>(start: () => Promise<Started>): Promise<Started> {
    const resource = this.#shared.get(start) ?? start();
    this.#shared.set(start, resource);
    return resource as Promise<Started>; // made by the same function
  }

  /**
   * A resource of one spec, whose tests run one after the other. It is discarded when another spec requests its own. Takes
   * the function that starts it, and that function's arguments.
   */
  async ownedBySpec<Started extends Resource, Args extends unknown[]>(
    start: (...args: Args) => Promise<Started>,
    ...args: Args
  ): Promise<Started> {
    const before = this.#specOwned;
    if (before?.start === start) return before.resource as Promise<Started>; // made by the same function
    this.#specOwned = null;
    await (await before?.resource)?.discard();
    const resource = start(...args);
    this.#specOwned = { start, resource };
    return resource;
  }

  async discard(): Promise<void> {
    const all = [...this.#shared.values(), ...(this.#specOwned === null ? [] : [this.#specOwned.resource])];
    await Promise.all(all.map(async (resource) => (await resource).discard()));
  }
}
