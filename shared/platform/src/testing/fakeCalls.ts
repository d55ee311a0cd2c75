import { backendError, type BackendErrorKind } from '@space/supabase';

/** The failure of a call: the kind of a BackendError, or more of its fields. */
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

/** Creates calls to a fake server whose responses a test controls. By default each call returns at once. */
export function createFakeCalls() {
  let pending: Call[] = [];
  let recorded: Pick<Call, 'name' | 'args'>[] = [];
  let isHolding = false;
  let failureOf = (_name: string): Failure | null => null;

  /** Takes a name, the arguments, and a function with the server's default behaviour; returns its result. */
  function request<Result>(name: string, args: readonly unknown[], act: () => Result): Promise<Result> {
    recorded.push({ name, args });
    return new Promise((resolve, reject) => {
      const call: Call = {
        name,
        args,
        // The test chooses the value; its type is not checked.
        answer: (value) => resolve(value === undefined ? act() : (value as Result)),
        fail: reject,
      };
      if (isHolding) pending.push(call);
      else settle(call);
    });
  }

  function settle(call: Call, value?: unknown): void {
    try {
      const failure = failureOf(call.name);
      if (failure) throw errorOf(failure);
      call.answer(value);
    } catch (error) {
      call.fail(error);
    }
  }

  function takePending(name: string): Call {
    const found = pending.find((call) => call.name === name);
    if (!found) throw new Error(`No call of ${name} is waiting`);
    pending = pending.filter((call) => call !== found);
    return found;
  }

  return {
    request,
    /** Returns the arguments of every call with this name, in order. */
    calls: (name: string) => recorded.filter((call) => call.name === name).map(({ args }) => args),
    /** Returns the names of the pending calls. */
    waiting: () => pending.map(({ name }) => name),
    /** Keeps calls pending from now on. */
    hold(): void {
      isHolding = true;
    },
    /** Settles the pending calls in order; later calls return at once again. */
    async answerAll(): Promise<void> {
      isHolding = false;
      for (const call of pending.splice(0)) settle(call);
      await flushEffects();
    },
    /** Resolves the first pending call with this name: with a value, or with the server's default. */
    async answer(name: string, value?: unknown): Promise<void> {
      settle(takePending(name), value);
      await flushEffects();
    },
    /** Rejects the first pending call with this name. */
    async fail(name: string, failure: Failure = 'network'): Promise<void> {
      takePending(name).fail(errorOf(failure));
      await flushEffects();
    },
    /** Rejects every call with this name from now on; null ends this. */
    failEach(name: string, failure: Failure | null): void {
      failureOf = (called) => (called === name ? failure : null);
    },
    reset(): void {
      pending = [];
      recorded = [];
      isHolding = false;
      failureOf = () => null;
    },
  };
}

/** Waits until the effects of a response that need no frame or timer have run. */
const flushEffects = () => new Promise<void>((resolve) => setTimeout(resolve));
