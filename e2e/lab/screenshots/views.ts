/** One size of window in one colour scheme. */
export interface View {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

const SIZES = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1960, height: 1100 },
] as const;

/** Four widths, light and dark: a phone, a tablet, a laptop, a screen on which seven days stand side by side. */
export const VIEWS: readonly View[] = SIZES.flatMap((size) =>
  (['light', 'dark'] as const).map((scheme) => ({ ...size, scheme })),
);

/** The file of one view of a state, below the folder of pictures. */
export const fileOf = (name: string, { width, scheme }: View): string => `${name}-${width}-${scheme}.png`;
