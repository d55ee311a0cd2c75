/** '123 ms' */
export const formatMilliseconds = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;

/** '12.3 kB'; the size of code from a development server is unknown. */
export const formatKilobytes = (kilobytes: number): string =>
  kilobytes === 0 ? 'size unknown' : `${Math.round(kilobytes * 10) / 10} kB`;
