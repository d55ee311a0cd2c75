import { Notice, type FormResult } from '@space/ui';

interface FormNoticeProps {
  answer: FormResult | null;
}

/** The server's response, in the page. Errors of a field are shown beside the field instead. */
export function FormNotice({ answer }: FormNoticeProps) {
  if (!answer || answer.issues) return null;
  return <Notice tone={answer.tone === 'success' ? 'success' : 'danger'}>{answer.message}</Notice>;
}
