import type { MouseEvent } from 'react';
import { linkedText } from '@space/ui';

interface TitleLabelProps {
  id: string;
  /** The checkbox. */
  htmlFor: string;
  className: string | undefined;
  title: string;
  /** The `tabIndex` of the links in the title. */
  linkTabIndex?: number;
}

const clickProps = {
  /** Selecting letters of a title ends with a click, which must not tick its checkbox. */
  onClick(event: MouseEvent) {
    const selection = getSelection();
    if (selection?.isCollapsed === false && selection.getRangeAt(0).intersectsNode(event.currentTarget)) {
      event.preventDefault();
    }
  },
};

/** The title of a task or goal: its checkbox's label. */
export function TitleLabel({ id, htmlFor, className, title, linkTabIndex = 0 }: TitleLabelProps) {
  return (
    <label {...clickProps} id={id} htmlFor={htmlFor} className={className} dir="auto">
      {linkedText(title, linkTabIndex)}
    </label>
  );
}
