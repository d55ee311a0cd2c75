/** Creates a value once for all callers; a failed creation is retried. `current`: the value so far, or null. */
export function once<Value>(
  create: () => Promise<Value>,
): (() => Promise<Value>) & { current(): Promise<Value> | null } {
  let current: Promise<Value> | null = null;
  const open = () =>
    (current ??= create().catch((error: unknown) => {
      current = null;
      throw error;
    }));
  return Object.assign(open, { current: () => current });
}
