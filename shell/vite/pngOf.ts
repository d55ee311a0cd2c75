import { crc32, deflateSync } from 'node:zlib';

/** '#rrggbb', or null for transparent. */
export type Colour = string | null;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PALETTE_TYPE = 3;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * Encodes an image of few colours as PNG (indexed, 8 bits): each colour of the grid becomes a square. Takes a grid with as
 * many rows as columns, and the side of a square in pixels; returns the file.
 */
export function pngOf(grid: readonly (readonly Colour[])[], scale: number): Buffer {
  const colours = [...new Set(grid.flat())];
  const side = grid.length * scale;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, PALETTE_TYPE, 0, 0, 0], 8);
  const lines = grid.flatMap((row) => {
    const squares = row.flatMap((colour) => Array<number>(scale).fill(colours.indexOf(colour)));
    // Each row starts with the number of its filter: none.
    return Array<Buffer>(scale).fill(Buffer.from([0, ...squares]));
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.map((colour) => colour?.slice(1) ?? '000000').join(''), 'hex')),
    chunk('tRNS', Buffer.from(colours.map((colour) => (colour === null ? 0 : 255)))),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
