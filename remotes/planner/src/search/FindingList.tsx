import { useEffect, useRef } from 'react';
import { Icon, VisuallyHidden, type IconName } from '@space/ui';
import styles from './FindingList.module.css';
import type { Finding } from './findings.ts';

interface FindingListProps {
  id: string;
  findings: readonly Finding[];
  /** The finding that Enter opens. */
  active: Finding | undefined;
  /** A search is in flight. */
  isBusy: boolean;
  onOpen: (finding: Finding) => void;
}

const GROUPS = [
  { kind: 'day', label: 'Days', icon: 'calendar' },
  { kind: 'page', label: 'Pages', icon: 'arrowRight' },
  { kind: 'task', label: 'Tasks', icon: 'circle' },
] as const satisfies readonly { kind: Finding['kind']; label: string; icon: IconName }[];

/** The findings, grouped by kind. The focus stays in the field: only pointers press the list itself. */
export function FindingList({ id, findings, active, isBusy, onOpen }: FindingListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const activeKey = active?.key;

  useEffect(() => {
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);

  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      aria-label="Found"
      aria-busy={isBusy || undefined}
      className={styles.list}
      hidden={findings.length === 0}
    >
      {GROUPS.map(({ kind, label, icon }) => {
        const group = findings.filter((finding) => finding.kind === kind);
        if (group.length === 0) return null;
        return (
          <div key={kind} role="group" aria-label={label} className={styles.group}>
            <span className={styles.label} aria-hidden="true">
              {label}
            </span>
            {group.map((finding) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are those of the combobox, which keeps the focus
              <div
                key={finding.key}
                id={`${id}-${finding.key}`}
                role="option"
                aria-selected={finding.key === activeKey}
                className={styles.option}
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onOpen(finding)}
              >
                <FindingContent finding={finding} icon={icon} />
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function FindingContent({ finding, icon }: { finding: Finding; icon: IconName }) {
  if (finding.kind !== 'task') {
    return (
      <>
        <Icon name={icon} />
        <span className={styles.title}>{finding.title}</span>
      </>
    );
  }
  const { task, title, when } = finding;
  return (
    <>
      {task.emoji === null ? (
        <Icon name={task.completed ? 'check' : icon} />
      ) : (
        <span className={styles.emoji}>{task.emoji}</span>
      )}
      <span className={styles.title} dir="auto" data-completed={task.completed || undefined}>
        {title}
      </span>
      <span className={styles.when}>
        {task.completed && <VisuallyHidden>completed, </VisuallyHidden>}
        <span>{when}</span>
      </span>
    </>
  );
}
