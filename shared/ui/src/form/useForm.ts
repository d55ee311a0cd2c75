import { useRef, useState, type SubmitEvent } from 'react';
import type { Validation, ValidationIssue } from '@space/domain';
import { notify } from '@space/platform';

/** What a form was answered: one notice, and what of it stands beside its fields. */
export interface FormAnswer {
  tone: 'success' | 'error';
  message: string;
  issues?: readonly ValidationIssue[];
}

interface FormOptions<Name extends string, Value> {
  /** The fields, by the names that the issues of `check` have for them; one without a name is the first field's. */
  names: readonly Name[];
  check: (typed: Record<Name, string>) => Validation<Value>;
  /** Sends what was typed. Null where the notice has been shown already. Never throws. */
  send: (value: Value, form: HTMLFormElement) => Promise<FormAnswer | null>;
}

/** The messages about one field, each once, joined with '. '; undefined for none. */
function fieldError(issues: readonly ValidationIssue[], field: string): string | undefined {
  const messages = issues.filter(({ path }) => path === field).map(({ message }) => message);
  return messages.length > 0 ? [...new Set(messages)].join('. ') : undefined;
}

/**
 * The way of every form: what was typed is checked, sent once, and stays whatever the answer; the answer is one notice,
 * what is wrong stands beside its field, and the first such field gets the focus.
 *
 * Takes the form's fields, its check and what sends it; returns `field` (to be spread onto a field), `focus`,
 * `handleSubmit`, the last `answer` and whether it is `isBusy`.
 */
export function useForm<Name extends string, Value>({ names, check, send }: FormOptions<Name, Value>) {
  const [answer, setAnswer] = useState<FormAnswer | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const inputs = useRef(new Map<string, HTMLInputElement>());

  function show(next: FormAnswer) {
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
    /** What ties a field to the form. */
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
