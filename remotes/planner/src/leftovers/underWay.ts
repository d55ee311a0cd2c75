/** How long the week waits for the line below today's tasks, in milliseconds. */
const LONGEST_WAIT = 300;

let request: Promise<unknown> | null = null;

/** Remembers the first request for the unfinished tasks of earlier days until it has ended. */
export function rememberRequest(started: Promise<unknown>): void {
  request = started;
  void started.finally(() => {
    if (request === started) request = null;
  });
}

/**
 * Resolves when no such request is under way, or after a moment: the week and the line are shown together, so that the line
 * moves nothing that is already visible.
 */
export async function leftoversSettled(): Promise<void> {
  if (request === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moment = new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT)));
  await Promise.race([request, moment]);
  clearTimeout(timer);
}
