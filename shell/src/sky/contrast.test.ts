import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// Text on the sky has no background of its own, so no scanner can compute its contrast: behind it are a gradient, two glows
// and a canvas. The darkest and the brightest places are computed here, from the style sheets themselves. Borders are left
// out: an element with a border on the sky has a background of its own.

type Rgb = readonly [number, number, number];

const sheets = ['../../../shared/ui/src/tokens.css', '../global.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n');

/** One of the two values of `--name: light-dark(…, …)`. */
function valueOf(name: string, scheme: 'light' | 'dark'): string {
  const match = new RegExp(
    `--${name}:\\s*light-dark\\(\\s*(rgb\\([^)]*\\)|#\\w+),\\s*(rgb\\([^)]*\\)|#\\w+)\\s*\\)`,
  ).exec(sheets);
  const value = match?.[scheme === 'light' ? 1 : 2];
  if (value === undefined) throw new Error(`No light-dark() colour called --${name}`);
  return value;
}

/** '#rrggbb' or 'rgb(r g b / a%)' → its channels and its opacity. */
function parse(text: string): { color: Rgb; alpha: number } {
  const hex = /^#(\w\w)(\w\w)(\w\w)$/.exec(text)?.slice(1);
  const [red = NaN, green = NaN, blue = NaN, percent = 100] = hex
    ? hex.map((part) => Number.parseInt(part, 16))
    : (text.match(/[\d.]+/g) ?? []).map(Number);
  return { color: [red, green, blue], alpha: percent / 100 };
}

/** A colour laid over another, at a fraction of its own opacity. */
function over(text: string, [red, green, blue]: Rgb, share = 1): Rgb {
  const parsed = parse(text);
  const { color } = parsed;
  const alpha = parsed.alpha * share;
  const mix = (top: number, below: number) => alpha * top + (1 - alpha) * below;
  return [mix(color[0], red), mix(color[1], green), mix(color[2], blue)];
}

/** WCAG 2.2, relative luminance. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (high + 0.05) / (low + 0.05);
}

/**
 * The colours of the sky: the bare gradient, the gradient under the centre of each glow where that glow can be, and half
 * under both glows: their centres stay more than a radius apart (SkyLayer.module.css).
 */
function places(scheme: 'light' | 'dark'): Rgb[] {
  const base = (name: string) => parse(valueOf(name, scheme)).color;
  const [high, middle, low] = [base('sky-high'), base('sky-middle'), base('sky-low')];
  const [glowHigh, glowLow] = [valueOf('sky-glow-high', scheme), valueOf('sky-glow-low', scheme)];
  const bare = [high, middle, low];
  const glowing = [over(glowHigh, high), over(glowHigh, middle), over(glowLow, middle), over(glowLow, low)];
  return [...bare, ...glowing, ...bare.map((place) => over(glowHigh, over(glowLow, place, 0.5), 0.5))];
}

describe.each(['light', 'dark'] as const)('on the %s sky', (scheme) => {
  test.each([
    ['color-text', 4.5],
    ['color-muted', 4.5],
    ['color-accent', 4.5],
    ['color-accent-strong', 4.5],
    ['color-danger', 4.5],
    ['color-focus', 3],
  ])('--%s has a contrast of at least %s : 1 everywhere', (name, minimum) => {
    const { color } = parse(valueOf(name, scheme));
    const worst = Math.min(...places(scheme).map((place) => contrast(color, place)));
    expect(worst).toBeGreaterThanOrEqual(minimum);
  });
});
