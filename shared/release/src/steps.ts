/** The stream that steps are shown on: a terminal gets a progress bar that is redrawn, a log gets a line for each step. */
type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

const BAR_WIDTH = 24;
const REDRAW_MILLISECONDS = 200;
/** Moves to the start of the line, and clears it. */
const CLEAR = '\r\u001B[2K';

/** Runs one step and shows it. Takes the step's label ('building retro') and the work; returns the work's result. */
export type Step = <T>(label: string, work: () => Promise<T>) => Promise<T>;

/** Runs steps without output: for tests, and for commands that print JSON. */
export const quietly: Step = (_label, work) => work();

/**
 * Shows the progress of a long command: each step with its duration and, on a terminal, a progress bar.
 *
 * Takes the number of steps and the output stream; returns the function that runs a step. Steps may run in parallel.
 */
export function steps(total: number, output: Output = process.stderr): Step {
  const running = new Map<string, number>();
  let done = 0;
  let timer: NodeJS.Timeout | undefined;
  const secondsSince = (start: number) => (performance.now() - start) / 1000;

  function draw(): void {
    const filled = Math.round((done / total) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const current = [...running].map(([label, start]) => `${label} ${secondsSince(start).toFixed(0)} s`);
    output.write(`${CLEAR}${bar} ${done}/${total}  ${current.join(', ')}`);
  }

  return async (label, work) => {
    const start = performance.now();
    running.set(label, start);
    if (output.isTTY) timer ??= setInterval(draw, REDRAW_MILLISECONDS);
    else output.write(`${label} …\n`);
    let end = 'failed';
    try {
      const result = await work();
      end = 'done';
      return result;
    } finally {
      running.delete(label);
      done += 1;
      output.write(`${output.isTTY ? CLEAR : ''}${label}: ${end} in ${secondsSince(start).toFixed(1)} s\n`);
      if (running.size === 0) {
        clearInterval(timer);
        timer = undefined;
      } else if (output.isTTY) draw();
    }
  };
}
