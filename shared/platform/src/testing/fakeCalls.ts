import { backendError, type BackendErrorKind } from '@space/supabase';

/** What a call fails with: the kind of a BackendError, or more of its fields. */
export type Failure =
  | BackendErrorKind
  | { kind: BackendErrorKind; message?: string; code?: string; status?: number };

interface Call {
  name: string;
  args: readonly unknown[];
  answer: (value: unknown) => void;
  fail: (error: unknown) => void;
}

function errorOf(failure: Failure): Error {
  const { kind, message = '', ...details } = typeof failure === 'string' ? { kind: failure } : failure;
  return backendError(kind, message, details);
}

/** Makes calls to a server whose answers a test decides on. Without a word from the test each is answered at once. */
export function createFakeCalls() {
  let waiting: Call[] = [];
  let made: Pick<Call, 'name' | 'args'>[] = [];
  let isHolding = false;
  let failing = (_name: string): Failure | null => null;

  /** Takes a name, the arguments, and what the server would do; returns its answer. */
  function ask<Answer>(name: string, args: readonly unknown[], act: () => Answer): Promise<Answer> {
    made.push({ name, args });
    return new Promise((resolve, reject) => {
      const call: Call = {
        name,
        args,
        // What a test answers with is of its own choice: it stands for what the server would say.
        answer: (value) => resolve(value === undefined ? act() : (value as Answer)),
        fail: reject,
      };
      if (isHolding) waiting.push(call);
      else settle(call);
    });
  }

  function settle(call: Call, value?: unknown): void {
    try {
      const failure = failing(call.name);
      if (failure) throw errorOf(failure);
      call.answer(value);
    } catch (error) {
      call.fail(error);
    }
  }

  function take(name: string): Call {
    const found = waiting.find((call) => call.name === name);
    if (!found) throw new Error(`No call of ${name} is waiting`);
    waiting = waiting.filter((call) => call !== found);
    return found;
  }

  return {
    ask,
    /** The arguments of every call of that name, in order. */
    calls: (name: string) => made.filter((call) => call.name === name).map(({ args }) => args),
    /** The names of the calls that wait for an answer. */
    waiting: () => waiting.map(({ name }) => name),
    /** Holds the answers from now on. */
    hold(): void {
      isHolding = true;
    },
    /** Answers what was held, in order, and from now on at once. */
    async letGo(): Promise<void> {
      isHolding = false;
      for (const call of waiting.splice(0)) settle(call);
      await afterAnswers();
    },
    /** Answers the first held call of that name: with a value, or with what the server would say. */
    async answer(name: string, value?: unknown): Promise<void> {
      settle(take(name), value);
      await afterAnswers();
    },
    /** Fails the first held call of that name. */
    async fail(name: string, failure: Failure = 'network'): Promise<void> {
      take(name).fail(errorOf(failure));
      await afterAnswers();
    },
    /** Fails every call of that name from now on; null ends that. */
    failEach(name: string, failure: Failure | null): void {
      failing = (called) => (called === name ? failure : null);
    },
    reset(): void {
      waiting = [];
      made = [];
      isHolding = false;
      failing = () => null;
    },
  };
}

/** What follows from an answer without a frame or a timer has happened. */
const afterAnswers = () => new Promise<void>((resolve) => setTimeout(resolve));
