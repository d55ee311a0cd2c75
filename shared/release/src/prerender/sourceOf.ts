import { relative } from 'node:path';
import type { ComponentType } from 'react';

/**
 * The lazily imported file that exports a component, relative to the app's folder; undefined when none does. Takes what
 * `buildForNode` found.
 */
export function sourceOf(
  Component: ComponentType,
  lazily: ReadonlyMap<string, unknown>,
  folder: string,
): string | undefined {
  for (const [file, module] of lazily) {
    if (Object.values(module as Record<string, unknown>).includes(Component)) return relative(folder, file);
  }
  return undefined;
}
