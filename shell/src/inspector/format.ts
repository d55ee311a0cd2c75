/** '123 ms' */
export const formatMilliseconds = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;

/** '12.3 kB'; no one knows the size of what a development server makes. */
export const formatKilobytes = (kilobytes: number): string =>
  kilobytes === 0 ? 'size unknown' : `${Math.round(kilobytes * 10) / 10} kB`;
