import type { SitePage } from '../src/registry/registry.ts';

/** Replaces `openRemotePage` in the reference build of the byte budget (`SHELL_WITHOUT_FEDERATION`). */
export async function openRemotePage({ owner }: SitePage): Promise<never> {
  throw new Error(`${owner} is left out of this build`);
}

export const filesToRun = (): string[] => [];

export const needsReload = async () => false;

export function warmRemote(): void {
  // Without remotes there is nothing to prefetch.
}
