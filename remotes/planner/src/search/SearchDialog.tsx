import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate, useToday } from '@space/platform';
import { Dialog, LoadFailure } from '@space/ui';
import { jumpTo } from '../jump/jump.ts';
import { FindingList } from './FindingList.tsx';
import styles from './SearchDialog.module.css';
import { findingsOf, type Finding } from './findings.ts';
import { closeSearch } from './openSearch.ts';
import { searchStatusText } from './searchStatusText.ts';
import { useTaskSearch } from './useTaskSearch.ts';

/** Searches tasks, days and pages: a field and the list of findings (the APG combobox with a listbox). */
export function SearchDialog() {
  const today = useToday();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [activeKey, setActiveKey] = useState('');
  const search = useTaskSearch(text, attempt);
  const listId = useId();
  /** Enter was pressed before the response: the first finding is opened when it arrives. */
  const opensFirstFinding = useRef(false);
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
    if (isPending || !opensFirstFinding.current) return;
    opensFirstFinding.current = false;
    if (active) open(active);
  });

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      // The shown tasks may be those of the previous text.
      if (isPending && (active === undefined || active.kind === 'task')) opensFirstFinding.current = true;
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
        dir="auto"
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
          opensFirstFinding.current = false;
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
          {searchStatusText(text, search, findings.length)}
        </p>
      </div>
    </Dialog>
  );
}
