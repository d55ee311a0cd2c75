import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate, useToday } from '@space/platform';
import { Dialog, Icon, LoadFailure, VisuallyHidden, type IconName } from '@space/ui';
import { jumpTo } from '../board/board.ts';
import parts from '../parts/parts.module.css';
import { findingsOf, searchStatusText, useTaskSearch, type Finding } from './search.ts';
import styles from './search.module.css';

/** Searches tasks, days and pages: a field and the list of findings (the APG combobox with a listbox). */
export function SearchDialog({ onClose }: { onClose: () => void }) {
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
  const groups = GROUPS.map((each) => ({
    ...each,
    group: findings.filter(({ kind }) => kind === each.kind),
  })).filter(({ group }) => group.length > 0);

  function open({ target }: Finding): void {
    onClose();
    if (typeof target === 'string') void navigate(target);
    else jumpTo(target);
  }

  useEffect(() => {
    if (search.isSearching || !opensFirstFinding.current) return;
    opensFirstFinding.current = false;
    if (active) open(active);
  });

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      // The shown tasks may be those of the previous text.
      if (search.isSearching && (active === undefined || active.kind === 'task'))
        opensFirstFinding.current = true;
      else if (active) open(active);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !active) return;
    event.preventDefault();
    const next = findings.indexOf(active) + step + findings.length;
    setActiveKey(findings[next % findings.length]?.key ?? '');
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        type="text"
        dir="auto"
        role="combobox"
        className={`${parts.input} ${styles.field}`}
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
        {/* The focus stays in the field: only pointers press the list itself. */}
        <div
          id={listId}
          role="listbox"
          aria-label="Found"
          aria-busy={search.isSearching || undefined}
          className={styles.list}
          hidden={findings.length === 0}
        >
          {groups.map(({ kind, label, icon, group }) => (
            <div key={kind} role="group" aria-label={label} className={styles.group}>
              <p className={`${parts.small} ${styles.label}`} aria-hidden="true">
                {label}
              </p>
              {group.map((finding) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are those of the combobox, which keeps the focus
                <div
                  key={finding.key}
                  ref={finding === active ? showOption : undefined}
                  id={`${listId}-${finding.key}`}
                  role="option"
                  aria-selected={finding === active}
                  className={`${parts.wrap} ${styles.option}`}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => open(finding)}
                >
                  <FindingContent finding={finding} icon={icon} />
                </div>
              ))}
            </div>
          ))}
        </div>
        {search.failure !== null && (
          <LoadFailure message={search.failure} isRetrying={false} onRetry={() => setAttempt(attempt + 1)} />
        )}
        <p role="status" className={parts.small}>
          {searchStatusText(text, search, findings.length)}
        </p>
      </div>
    </Dialog>
  );
}

const GROUPS = [
  { kind: 'day', label: 'Days', icon: 'calendar' },
  { kind: 'page', label: 'Pages', icon: 'arrowRight' },
  { kind: 'task', label: 'Tasks', icon: 'circle' },
] as const satisfies readonly { kind: Finding['kind']; label: string; icon: IconName }[];

/** The `ref` of the option that is active: it is scrolled into view. */
const showOption = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

function FindingContent({ finding: { title, task, when }, icon }: { finding: Finding; icon: IconName }) {
  const isCompleted = task?.completed === true;
  return (
    <>
      {task?.emoji ? (
        <span className={styles.emoji}>{task.emoji}</span>
      ) : (
        <Icon name={isCompleted ? 'check' : icon} />
      )}
      <span className={styles.title} dir="auto" data-completed={isCompleted || undefined}>
        {title}
      </span>
      {when && (
        <span className={`${parts.small} ${styles.when}`}>
          {isCompleted && <VisuallyHidden>completed, </VisuallyHidden>}
          <span>{when}</span>
        </span>
      )}
    </>
  );
}
