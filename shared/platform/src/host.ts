import type { RemoteEvent } from '@space/federation';

export interface NoticeAction {
  label: string;
  onSelect: () => void;
}

export interface Notice {
  tone: 'success' | 'error';
  message: string;
  action?: NoticeAction;
}

type Listener = (notice: Notice) => void;

let listener: Listener | null = null;
let queue: Notice[] = [];

function emit(notice: Notice): void {
  if (listener) listener(notice);
  else queue.push(notice);
}

/** Shows a notice in the shell's toast region. Notices are queued until the region exists. */
export const notify = {
  success: (message: string, options: { action?: NoticeAction } = {}): void => {
    emit({ tone: 'success', message, ...options });
  },
  error: (message: string): void => {
    emit({ tone: 'error', message });
  },
};

/** For hosts only: receives every notice, the queued ones first. Returns a function that unsubscribes. */
export function onNotice(next: Listener): () => void {
  listener = next;
  const queued = queue;
  queue = [];
  queued.forEach(next);
  return () => {
    if (listener === next) listener = null;
  };
}

type Question = (unsent: number) => Promise<boolean>;

let question: Question | null = null;

/**
 * For hosts only: sets the question before a sign-out with unsent tasks. It resolves with whether the user
 * signs out anyway. Returns a function that removes the question.
 */
export function onSignOutQuestion(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = null;
  };
}

/** Asks the user; returns null if there are no unsent tasks, or if no host has set a question. */
export function confirmSignOut(unsent: number): Promise<boolean> | null {
  return unsent > 0 && question !== null ? question(unsent) : null;
}

const listeners = new Set<(event: RemoteEvent) => void>();

/** Reports an event. Nothing listens by default. */
export function report(event: RemoteEvent): void {
  for (const listener of listeners) listener(event);
}

/** Listens to reported events; returns a function that unsubscribes. */
export function onReport(listener: (event: RemoteEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
