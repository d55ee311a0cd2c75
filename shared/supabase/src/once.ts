/** Makes something once and hands it out to all who ask; what has failed is made again. `made`: what there is by now. */
export function once<Made>(
  make: () => Promise<Made>,
): (() => Promise<Made>) & { made(): Promise<Made> | null } {
  let made: Promise<Made> | null = null;
  const open = () =>
    (made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    }));
  return Object.assign(open, { made: () => made });
}
