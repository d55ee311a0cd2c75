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
