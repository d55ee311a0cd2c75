import { AsyncLocalStorage } from 'node:async_hooks';

type Report = (line: string) => void;

const insideBackend = new AsyncLocalStorage<Report>();
let isInstalled = false;

/**
 * Runs backend work with the console muted, because lite prints every refused request with its task titles. A real fault
 * is reported in one line that names the error but contains no user data.
 */
export function runQuietly<T>(report: Report, work: () => T): T {
  if (!isInstalled) install();
  return insideBackend.run(report, work);
}

/** Runs a callback with the console unmuted, even inside `runQuietly`: for lines that are meant to be printed. */
export function runUnmuted<T>(work: () => T): T {
  return insideBackend.exit(work);
}

function install(): void {
  isInstalled = true;
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const print = console[name].bind(console);
    console[name] = (...args: unknown[]) => {
      const report = insideBackend.getStore();
      if (!report) return print(...args);
      const line = args.map(describeFault).find((text) => text !== null);
      if (line) runUnmuted(() => report(line));
    };
  }
}

/** SQLSTATE classes and codes that mean "this request was refused", not "the backend is broken". */
const REFUSED_CODES = /^(0A|21|22|23|25|28|2F|42|P0|PGRST|PT)/;

/** Returns a line about a fault, without any text a user may have written, or null if the value is no fault. */
export function describeFault(value: unknown): string | null {
  if (!(value instanceof Error)) return null;
  const code: unknown = Reflect.get(value, 'code');
  if (typeof code === 'string') {
    if (REFUSED_CODES.test(code)) return null;
    return `The backend reported ${value.name} ${code}${firstFrameOf(value)}.`;
  }
  if (typeof Reflect.get(value, 'status') === 'number') return null;
  if (/RelationNotFound|ParseError|Validation|PolicyViolation|SyntaxError/.test(value.name)) return null;
  return `The backend failed with ${value.name}${firstFrameOf(value)}.`;
}

function firstFrameOf(error: Error): string {
  const frame = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return frame ? ` ${frame.trim()}` : '';
}
