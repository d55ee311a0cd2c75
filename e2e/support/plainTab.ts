import type { Browser } from '@playwright/test';

/** Something of the browser that takes commands of its protocol: a tab, or a worker of a tab. */
export interface Realm {
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Runs a function that needs nothing from around it; returns what it returns. */
  evaluate<T>(run: () => T | Promise<T>): Promise<T>;
}

export interface PlainTab extends Realm {
  /** Puts the tab in front of the others in its window. */
  activate(): Promise<void>;
  /** The worker whose address contains a word, once there is one. */
  worker(word: string): Promise<Realm>;
  close(): Promise<void>;
}

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

type Post = (message: string) => void;
interface Line extends Realm {
  receive(text: string): void;
  onEvent(listener: (method: string, params: Record<string, unknown>) => void): void;
}

/** Speaks the protocol over a line that carries texts. */
function speakOver(post: Post): Line {
  const waiting = new Map<number, (message: Message) => void>();
  const listeners: ((method: string, params: Record<string, unknown>) => void)[] = [];
  let last = 0;
  const send = async (method: string, params: object = {}) => {
    last += 1;
    const id = last;
    const { result, error } = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      post(JSON.stringify({ id, method, params }));
    });
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  return {
    send,
    async evaluate<T>(run: () => T | Promise<T>) {
      const expression = `(${run.toString()})()`;
      const answer = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      // As the protocol describes it.
      const { result, exceptionDetails } = answer as {
        result: { value: T };
        exceptionDetails?: object;
      };
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    receive(text) {
      // As the protocol describes it.
      const message = JSON.parse(text) as Message;
      if (message.id !== undefined) waiting.get(message.id)?.(message);
      else if (message.method !== undefined) {
        for (const listener of listeners) listener(message.method, message.params ?? {});
      }
    },
    onEvent(listener) {
      listeners.push(listener);
    },
  };
}

/** Opens lines to the workers of a tab as they come; returns what waits for one of them. */
async function followWorkers(tab: Line): Promise<(word: string) => Promise<Realm>> {
  const workers = new Map<string, { url: string; line: Line }>();
  let announce = () => {};
  tab.onEvent((method, params) => {
    const sessionId = String(params['sessionId']);
    if (method === 'Target.attachedToTarget') {
      // As the protocol describes it.
      const { url } = params['targetInfo'] as { url: string };
      const post = (message: string) => void tab.send('Target.sendMessageToTarget', { sessionId, message });
      workers.set(sessionId, { url, line: speakOver(post) });
      announce();
    }
    if (method === 'Target.receivedMessageFromTarget')
      workers.get(sessionId)?.line.receive(String(params['message']));
    if (method === 'Target.detachedFromTarget') workers.delete(sessionId);
  });
  await tab.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return async (word) => {
    for (;;) {
      const found = [...workers.values()].find(({ url }) => url.includes(word));
      if (found) return found.line;
      await new Promise<void>((resolve) => {
        announce = resolve;
      });
    }
  };
}

/**
 * Opens a tab that the test runner does not look after: it tells its own tabs that they are always seen, so another tab
 * in front would not hide them. Beside the runner's contexts, with a profile in common with other plain tabs.
 *
 * Takes the browser and an address; returns the tab at once, while it loads.
 */
export async function openPlainTab(browser: Browser, url: string): Promise<PlainTab> {
  const root = await browser.newBrowserCDPSession();
  const { targetId } = await root.send('Target.createTarget', { url });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
  const line = speakOver((message) => void root.send('Target.sendMessageToTarget', { sessionId, message }));
  root.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId === sessionId) line.receive(event.message);
  });
  const worker = await followWorkers(line);
  return {
    send: line.send,
    evaluate: line.evaluate,
    worker,
    async activate() {
      await root.send('Target.activateTarget', { targetId });
    },
    async close() {
      await root.send('Target.closeTarget', { targetId });
      await root.detach();
    },
  };
}
