import { useRef, useState, type SubmitEvent } from 'react';
import type { Validation, ValidationIssue } from '@space/domain';
import { notify } from '@space/platform';

/** The result of a submitted form: one notice, and the issues to show at its fields. */
export interface FormResult {
  tone: 'success' | 'error';
  message: string;
  issues?: readonly ValidationIssue[];
}

interface FormOptions<Name extends string, Value> {
  /** The names of the fields, as in the paths of `check`'s issues; an issue without a path belongs to the first field. */
  names: readonly Name[];
  check: (typed: Record<Name, string>) => Validation<Value>;
  /** Sends the typed values. Returns null if the notice has been shown already. Never throws. */
  send: (value: Value, form: HTMLFormElement) => Promise<FormResult | null>;
}

/** The messages about one field, each once, joined with '. '; undefined for none. */
function fieldError(issues: readonly ValidationIssue[], field: string): string | undefined {
  const messages = issues.filter(({ path }) => path === field).map(({ message }) => message);
  return messages.length > 0 ? [...new Set(messages)].join('. ') : undefined;
}

/**
 * The behaviour of every form: the typed values are validated, sent once, and kept whatever the result; the result is one
 * notice, issues are shown at their fields, and the first such field gets the focus.
 *
 * Takes the names of the fields, their validation and the function that sends them; returns `field` (to be spread onto a
 * field), `focus`, `handleSubmit`, the last `answer` and whether it is `isBusy`.
 */
export function useForm<Name extends string, Value>({ names, check, send }: FormOptions<Name, Value>) {
  const [answer, setAnswer] = useState<FormResult | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const inputs = useRef(new Map<string, HTMLInputElement>());

  function show(next: FormResult) {
    const issues = next.issues?.map(({ path, message }) => ({ path: path || (names[0] ?? ''), message }));
    setAnswer({ ...next, ...(issues && { issues }) });
    notify[next.tone](next.message);
    const [first] = issues ?? [];
    if (first) inputs.current.get(first.path)?.focus();
  }

  async function submit(form: HTMLFormElement) {
    if (isBusy) return;
    const typed = names.map((name) => [name, inputs.current.get(name)?.value ?? ''] as const);
    const checked = check(Object.fromEntries(typed) as Record<Name, string>); // as: fromEntries forgets the names
    if (!checked.ok) return show({ tone: 'error', ...checked });
    setAnswer(null);
    setIsBusy(true);
    const next = await send(checked.value, form);
    setIsBusy(false);
    if (next) show(next);
  }

  return {
    answer,
    isBusy,
    focus: (name: Name) => inputs.current.get(name)?.focus(),
    /** Returns the props that connect a field to the form. */
    field: (name: Name) => ({
      ref: (input: HTMLInputElement | null) => {
        if (input) inputs.current.set(name, input);
        else inputs.current.delete(name);
      },
      readOnly: isBusy,
      error: fieldError(answer?.issues ?? [], name),
    }),
    handleSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
