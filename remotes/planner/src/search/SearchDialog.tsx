import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate, useToday } from '@space/platform';
import { Dialog, LoadFailure } from '@space/ui';
import { jumpTo } from '../jump/jump.ts';
import { FindingList } from './FindingList.tsx';
import styles from './SearchDialog.module.css';
import { findingsOf, type Finding } from './findings.ts';
import { closeSearch } from './openSearch.ts';
import { searchWords } from './searchWords.ts';
import { useTaskSearch } from './useTaskSearch.ts';

/** Finds tasks, days and pages: a field and the list of what it finds (the APG's combobox with a list). */
export function SearchDialog() {
  const today = useToday();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [activeKey, setActiveKey] = useState('');
  const search = useTaskSearch(text, attempt);
  const listId = useId();
  /** Enter came before the answer: the first finding is opened when it is there. */
  const isHurried = useRef(false);
  const findings = findingsOf(text, search.found, today);
  const active = findings.find(({ key }) => key === activeKey) ?? findings[0];
  const isPending = search.status === 'searching';

  function open(finding: Finding): void {
    closeSearch();
    if (finding.kind === 'day') jumpTo({ day: finding.day, find: 'day' });
    else if (finding.kind === 'task') jumpTo({ day: finding.task.task_date, find: { id: finding.task.id } });
    else void navigate(finding.page.path);
  }

  useEffect(() => {
    if (isPending || !isHurried.current) return;
    isHurried.current = false;
    if (active) open(active);
  });

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      // What is shown may be of the text before.
      if (isPending && (active === undefined || active.kind === 'task')) isHurried.current = true;
      else if (active) open(active);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !active) return;
    event.preventDefault();
    const next = findings.indexOf(active) + step + findings.length;
    setActiveKey(findings[next % findings.length]?.key ?? '');
  }

  return (
    <Dialog title="Search" onClose={closeSearch}>
      <input
        type="text"
        role="combobox"
        className={styles.field}
        aria-label="Search tasks, days and pages"
        aria-autocomplete="list"
        aria-expanded={findings.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && `${listId}-${active.key}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        enterKeyHint="go"
        value={text}
        onChange={({ target }) => {
          isHurried.current = false;
          setText(target.value);
          setActiveKey('');
        }}
        onKeyDown={handleKeyDown}
      />
      <div className={styles.body}>
        <FindingList id={listId} findings={findings} active={active} isBusy={isPending} onOpen={open} />
        {search.status === 'failed' && (
          <LoadFailure message={search.message} isRetrying={false} onRetry={() => setAttempt(attempt + 1)} />
        )}
        <p role="status" className={styles.status}>
          {searchWords(text, search, findings.length)}
        </p>
      </div>
    </Dialog>
  );
}
