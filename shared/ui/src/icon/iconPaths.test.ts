import { expect, it } from 'vitest';
import { ICON_PATHS, MOVABLE_ICONS } from './iconPaths.ts';

it.each(MOVABLE_ICONS)(
  '%s can be drawn anywhere: nothing in it but its beginnings has a place of its own',
  (name) => {
    expect(ICON_PATHS[name].replaceAll(/M[\d.]+ [\d.]+/g, '')).toMatch(/^[a-z\d\s.-]+$/);
  },
);
