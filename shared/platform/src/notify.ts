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
let waiting: Notice[] = [];

function emit(notice: Notice): void {
  if (listener) listener(notice);
  else waiting.push(notice);
}

/** Shows a notice in the shell's one toast region. Notices raised before the region exists wait for it. */
export const notify = {
  success: (message: string, options: { action?: NoticeAction } = {}): void => {
    emit({ tone: 'success', message, ...options });
  },
  error: (message: string): void => {
    emit({ tone: 'error', message });
  },
};

/** For the shell alone: receives every notice, those already waiting first. Returns a function that stops it. */
export function onNotice(next: Listener): () => void {
  listener = next;
  const missed = waiting;
  waiting = [];
  missed.forEach(next);
  return () => {
    if (listener === next) listener = null;
  };
}
