import { DOG, type Sprite } from '@space/ui';

const HEAD_ROWS = 8;
const FIRST_COLUMN = 16;

export const DOG_PORTRAIT: Sprite = {
  palette: DOG.palette,
  rows: DOG.rows.slice(0, HEAD_ROWS).map((row) => row.slice(FIRST_COLUMN)),
};
