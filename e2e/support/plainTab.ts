import { EventEmitter } from 'node:events';
import type { Browser, CDPSession } from '@playwright/test';

/** What the protocol knows, in the words of Playwright's types. */
type Protocol = Pick<CDPSession, 'send' | 'on'>;

/** Something of the browser that takes commands of its protocol: a tab, or a worker of a tab. */
export interface Realm extends Protocol {
  /** Runs a function that needs nothing from around it but what it takes; returns what it returns. */
  evaluate<T, A = undefined>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T>;
}

export interface PlainTab extends Realm {
  activate(): Promise<void>;
  /** The worker whose address contains a word, once there is one. */
  worker(word: string): Promise<Realm>;
  close(): Promise<void>;
}

const GONE = 'the tab is closed';

interface Message {
  id?: number;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

interface Line extends Realm {
  receive(text: string): void;
  /** What is not answered by now never will be: who waits for it is told. */
  end(): void;
}

/** Speaks the protocol over a line that carries texts. Takes what sends one, and rejects when nothing takes it. */
function speakOver(post: (message: string) => Promise<unknown>): Line {
  const waiting = new Map<number, PromiseWithResolvers<Message>>();
  const events = new EventEmitter();
  let isOver = false;
  let last = 0;
  const spoken = {
    async send(method: string, params: object = {}) {
      if (isOver) throw new Error(`${method}: ${GONE}`);
      last += 1;
      const answer = Promise.withResolvers<Message>();
      waiting.set(last, answer);
      post(JSON.stringify({ id: last, method, params })).catch(answer.reject);
      const { result, error } = await answer.promise;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result ?? {};
    },
    on: (event: string, tell: (params: object) => void) => void events.on(event, tell),
  };
  // Playwright's types are those of the protocol.
  const { send, on } = spoken as unknown as Protocol;
  return {
    send,
    on,
    async evaluate<T, A>(run: (argument: A) => T | Promise<T>, argument?: A) {
      const expression = `(${run.toString()})(${JSON.stringify(argument)})`;
      const options = { expression, returnByValue: true, awaitPromise: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', options);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      // What the function returned, as JSON.
      return result.value as T;
    },
    receive(text) {
      // As the protocol describes it.
      const { id, method, params = {}, ...answer } = JSON.parse(text) as Message;
      if (id !== undefined) waiting.get(id)?.resolve(answer);
      if (method !== undefined) events.emit(method, params);
    },
    end() {
      isOver = true;
      for (const { reject } of waiting.values()) reject(new Error(GONE));
      waiting.clear();
    },
  };
}

/** Opens lines to the workers of a tab as they come; returns what waits for one of them. */
async function followWorkers(tab: Line): Promise<(word: string) => Promise<Realm>> {
  const workers = new Map<string, { url: string; line: Line }>();
  let announce = () => {};
  tab.on('Target.attachedToTarget', ({ sessionId, targetInfo: { url } }) => {
    const post = (message: string) => tab.send('Target.sendMessageToTarget', { sessionId, message });
    workers.set(sessionId, { url, line: speakOver(post) });
    announce();
  });
  tab.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    workers.get(sessionId)?.line.receive(message);
  });
  tab.on('Target.detachedFromTarget', ({ sessionId }) => {
    workers.get(sessionId)?.line.end();
    workers.delete(sessionId);
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
 * Opens a tab that the test runner does not look after. The runner tells its own tabs that they are always seen, so another
 * tab in front would not hide them; and it listens to their scripts, which costs them time (decision 024).
 */
export async function openPlainTab(
  browser: Browser,
  url: string,
  browserContextId?: string,
): Promise<PlainTab> {
  const root = await browser.newBrowserCDPSession();
  const { targetId } = await root.send('Target.createTarget', {
    url,
    ...(browserContextId !== undefined && { browserContextId }),
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
  const line = speakOver((message) => root.send('Target.sendMessageToTarget', { sessionId, message }));
  root.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId === sessionId) line.receive(event.message);
  });
  root.on('Target.detachedFromTarget', (event) => {
    if (event.sessionId === sessionId) line.end();
  });
  let workers: ReturnType<typeof followWorkers> | undefined;
  return {
    send: line.send,
    on: line.on,
    evaluate: line.evaluate,
    async worker(word) {
      workers ??= followWorkers(line);
      return (await workers)(word);
    },
    async activate() {
      await root.send('Target.activateTarget', { targetId });
    },
    async close() {
      line.end();
      await root.send('Target.closeTarget', { targetId });
      await root.detach();
    },
  };
}
