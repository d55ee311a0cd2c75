import { destination, pino, stdTimeFunctions } from 'pino';

export interface Logger {
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/** Words of others are in some lines: none of them steers a terminal or makes a line of its own. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

/**
 * Lines for people on a terminal, else JSON on standard error, so that standard output holds the greeting alone. No
 * line names a person; docs/operate-the-site.md says what is in them.
 */
export function createLogger(isTerminal: boolean): Logger {
  if (isTerminal)
    return { log: (line) => console.log(oneLine(line)), reportFault: (line) => console.error(oneLine(line)) };
  const logger = pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    // At once: a line about why a server ends must not be lost with it.
    destination({ fd: 2, sync: true }),
  );
  return { log: (line) => logger.info(line), reportFault: (line) => logger.error(line) };
}
