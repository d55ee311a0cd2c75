import { DOG, type Sprite } from '@space/ui';

const NECK = 8;
const FROM = 16;

/** The flying dog's head, for where it speaks. */
export const DOG_PORTRAIT: Sprite = {
  palette: DOG.palette,
  rows: DOG.rows.slice(0, NECK).map((row) => row.slice(FROM)),
};
