import { destination, pino, stdTimeFunctions } from 'pino';

export interface Logger {
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/** Some lines contain external text: it must not send control sequences to a terminal or start a new line. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

/**
 * Writes plain lines to a terminal, otherwise JSON to standard error, so that standard output holds only the greeting. No
 * line names a user; docs/operate-the-site.md describes them.
 */
export function createLogger(isTerminal: boolean): Logger {
  if (isTerminal)
    return { log: (line) => console.log(oneLine(line)), reportFault: (line) => console.error(oneLine(line)) };
  const logger = pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    // Synchronous, so that the line about why a server ends is not lost.
    destination({ fd: 2, sync: true }),
  );
  return { log: (line) => logger.info(line), reportFault: (line) => logger.error(line) };
}
