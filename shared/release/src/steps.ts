/** Where steps are shown: a terminal has a bar that is drawn again and again, a log has a line for each step. */
type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

const BAR = 24;
const REDRAW_MILLISECONDS = 200;
/** Moves to the start of the line, and clears it. */
const CLEAR = '\r\u001B[2K';

/** Runs one step and shows it. Takes what is done ('building retro') and the work; returns what the work returns. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** Runs steps without a word: for tests, and for commands that print JSON. */
export const quietly: Step = (_what, work) => work();

/**
 * Shows what a long command is doing: each step with its seconds and, on a terminal, a bar of how much is done.
 *
 * Takes how many steps there are, and where they are shown; returns the function that runs one. Steps may run side by side.
 */
export function steps(total: number, output: Output = process.stderr): Step {
  const running = new Map<string, number>();
  let done = 0;
  let timer: NodeJS.Timeout | undefined;
  const secondsSince = (start: number) => (performance.now() - start) / 1000;

  function draw(): void {
    const filled = Math.round((done / total) * BAR);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
    const now = [...running].map(([what, start]) => `${what} ${secondsSince(start).toFixed(0)} s`);
    output.write(`${CLEAR}${bar} ${done}/${total}  ${now.join(', ')}`);
  }

  return async (what, work) => {
    const start = performance.now();
    running.set(what, start);
    if (output.isTTY) timer ??= setInterval(draw, REDRAW_MILLISECONDS);
    else output.write(`${what} …\n`);
    let end = 'failed';
    try {
      const result = await work();
      end = 'done';
      return result;
    } finally {
      running.delete(what);
      done += 1;
      output.write(`${output.isTTY ? CLEAR : ''}${what}: ${end} in ${secondsSince(start).toFixed(1)} s\n`);
      if (running.size === 0) {
        clearInterval(timer);
        timer = undefined;
      } else if (output.isTTY) draw();
    }
  };
}
