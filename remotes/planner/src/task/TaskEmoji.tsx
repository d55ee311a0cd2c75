import { useCallback, useRef, useState } from 'react';
import type { Task } from '@space/domain';
import { IconButton } from '@space/ui';
import { board } from '../board/board.ts';
import { EmojiPicker } from '../emoji/EmojiPicker.tsx';
import styles from './TaskEmoji.module.css';

interface TaskEmojiProps {
  task: Task;
  isBusy: boolean;
  titleId: string;
}

/** The task's emoji, or a place for one; pressing it offers the choices. */
export function TaskEmoji({ task, isBusy, titleId }: TaskEmojiProps) {
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setIsOpen(false), []);
  const emojiId = `${titleId}-emoji`;

  return (
    <>
      <IconButton
        ref={buttonRef}
        className={styles.button}
        icon="smile"
        label={task.emoji === null ? 'Give emoji' : 'Change emoji'}
        isBusy={isBusy}
        data-action="emoji"
        data-given={task.emoji !== null || undefined}
        aria-describedby={task.emoji === null ? titleId : `${emojiId} ${titleId}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {task.emoji === null ? null : <span id={emojiId}>{task.emoji}</span>}
      </IconButton>
      {isOpen && (
        <EmojiPicker
          anchorRef={buttonRef}
          chosen={task.emoji}
          onClose={close}
          onChoose={(emoji) => void board.getState().changeEmoji(task, emoji)}
        />
      )}
    </>
  );
}
