import { Notice, type FormAnswer } from '@space/ui';

interface FormNoticeProps {
  answer: FormAnswer | null;
}

/** What the server answered, in the page. What is wrong with a field stands beside that. */
export function FormNotice({ answer }: FormNoticeProps) {
  if (!answer || answer.issues) return null;
  return <Notice tone={answer.tone === 'success' ? 'success' : 'danger'}>{answer.message}</Notice>;
}
