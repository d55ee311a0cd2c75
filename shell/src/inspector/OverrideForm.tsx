import { useId, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '@space/ui';
import { decideOverride, isRefusal } from '../override/override.ts';
import { beginOverride } from '../override/overrideRequest.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import styles from './OverrideForm.module.css';

/** A form that loads a remote from another address, also a remote that was never released. */
export function OverrideForm() {
  const { remotes, overrideOrigins } = registryOfPage();
  const id = useId();
  const [problem, setProblem] = useState('');
  const remote = useRef<HTMLInputElement>(null);
  const entry = useRef<HTMLInputElement>(null);
  const [origin] = overrideOrigins;

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = [remote, entry].map(({ current }) => current?.value.trim()).join('@');
    const decision = decideOverride(text, registryOfPage());
    setProblem(isRefusal(decision) ? `${decision.reason} ${decision.advice}` : beginOverride(decision));
    entry.current?.focus();
  }

  if (origin === undefined) {
    return (
      <p className={styles.form}>
        Remotes are taken from this site alone: overrideOrigins of its site.json lists no other origin.
      </p>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={handleSubmit}
      noValidate
      aria-label="Take a remote from elsewhere"
    >
      <label>
        Remote
        <input ref={remote} aria-describedby={`${id}-names`} spellCheck={false} />
      </label>
      <p id={`${id}-names`}>{Object.keys(remotes).join(', ')}, or one that was never released</p>
      <label>
        Address of its entry
        <input
          ref={entry}
          defaultValue={`${origin}/remoteEntry.js`}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={`${id}-problem`}
          spellCheck={false}
        />
      </label>
      <p id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <Button type="submit">Use it in this tab</Button>
    </form>
  );
}
