import type { Tone } from './starfield.ts';

/** The colours of a field. A canvas in a worker cannot read style sheets, so they are here and not among the tokens. */
export interface Palette {
  dots: Readonly<Record<Tone, string>>;
  link: string;
  /** A factor for every opacity: stars are fainter by day. */
  strength: number;
}

export const PALETTES = {
  night: {
    dots: { white: '#ffffff', pale: '#b9c6ff', gold: '#ffd27a', violet: '#c4a5ff' },
    link: '#a9b4ff',
    strength: 1,
  },
  dawn: {
    dots: { white: '#8c79d6', pale: '#a593e0', gold: '#c98a2e', violet: '#7c3aed' },
    link: '#6d4fc4',
    strength: 0.8,
  },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;
