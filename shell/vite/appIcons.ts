import { ROCKET } from '@space/ui/sprites';
import { pngOf, type Colour } from './pngOf.ts';

// The icons of the installed app: the rocket among four stars, on the night sky of the favicon.

const SIDE = 32;
const NIGHT = '#0b1026';
const STAR = '#fbbf24';
const DUST = '#a78bfa';
/** Column and row of each star: outside the rocket, inside the circle that a launcher may cut out. */
const STARS: readonly [number, number, string][] = [
  [8, 10, STAR],
  [24, 8, DUST],
  [23, 16, STAR],
  [7, 18, DUST],
];
/** How many squares each row of a rounded corner leaves out. */
const CORNER = [5, 3, 2, 1, 1];

function drawSquare(): Colour[][] {
  const grid = Array.from({ length: SIDE }, () => Array<Colour>(SIDE).fill(NIGHT));
  const paint = (column: number, row: number, colour: string | undefined) => {
    const line = grid[row];
    if (line && colour !== undefined) line[column] = colour;
  };
  for (const [column, row, colour] of STARS) paint(column, row, colour);
  const { rows, palette } = ROCKET;
  const [left, top] = [(SIDE - (rows[0]?.length ?? 0)) / 2, (SIDE - rows.length) / 2];
  rows.forEach((line, row) =>
    [...line].forEach((letter, column) => paint(left + column, top + row, palette[letter])),
  );
  return grid;
}

const isInCorner = (row: number, column: number) => {
  const edge = Math.min(row, SIDE - 1 - row);
  return Math.min(column, SIDE - 1 - column) < (CORNER[edge] ?? 0);
};

const square = drawSquare();
const rounded = square.map((line, row) =>
  line.map((colour, column) => (isInCorner(row, column) ? null : colour)),
);
/** Without its outermost squares: 30 squares of 6 pixels are the 180 pixels that iOS requires. */
const apple = square.slice(1, -1).map((line) => line.slice(1, -1));

export const APPLE_ICON = 'apple-touch-icon.png';

/** The icons by name: the PNG file, and its size and purpose for the manifest. */
export const appIcons: Readonly<Record<string, { source: Buffer; size: number; purpose: string | null }>> = {
  'icon-192.png': { source: pngOf(rounded, 6), size: 192, purpose: 'any' },
  'icon-512.png': { source: pngOf(rounded, 16), size: 512, purpose: 'any' },
  'icon-maskable-512.png': { source: pngOf(square, 16), size: 512, purpose: 'maskable' },
  [APPLE_ICON]: { source: pngOf(apple, 6), size: 180, purpose: null },
};
