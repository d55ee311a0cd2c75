/** '123 ms' */
export const formatMilliseconds = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;

/** '12.3 kB' */
export const formatKilobytes = (kilobytes: number): string => `${Math.round(kilobytes * 10) / 10} kB`;
