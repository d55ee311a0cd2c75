import { useEffect, useEffectEvent, useState, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { MESSAGES, PATHS, authNotice, failureReason, withReason } from '@space/domain';
import { notify, session, useIsOnline, usePageTitle } from '@space/platform';
import { Button, Notice, type FormResult, type useForm } from '@space/ui';
import { CardPage } from '../parts/parts.tsx';
import styles from './Auth.module.css';

interface AuthCardProps {
  title: string;
  /** A sentence under the title. */
  lead: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

/** The frame of every form on `/auth`: a link home, and one card over the sky. */
export function AuthCard({ title, lead, isBusy = false, children }: AuthCardProps) {
  // One route has several forms: each sets the title of the page.
  usePageTitle(title);
  return (
    <CardPage className={styles.card} isBusy={isBusy}>
      <div className={styles.intro}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
    </CardPage>
  );
}

/** A button that looks like a link: it changes what this page shows and leads nowhere else. */
export function LinkButton(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'>) {
  return <button {...props} type="button" className={styles.link} />;
}

/** The server's response, in the page. Errors of a field are shown beside the field instead. */
export function FormNotice({ answer }: { answer: FormResult | null }) {
  if (!answer || answer.issues) return null;
  return <Notice tone={answer.tone === 'success' ? 'success' : 'danger'}>{answer.message}</Notice>;
}

interface AuthFormProps<Name extends string> {
  form: ReturnType<typeof useForm<Name, unknown>>;
  /** Gets the focus when the form is shown. After a navigation the heading gets it instead, as on every page. */
  first: Name;
  label: string;
  submit: string;
  /** A button below the form. */
  after?: ReactNode;
  children: ReactNode;
}

/** A form of one card, with its main button. */
export function AuthForm<Name extends string>(props: AuthFormProps<Name>) {
  const { form, first, label, submit, after, children } = props;
  const focusFirst = useEffectEvent(() => form.focus(first));
  useEffect(() => focusFirst(), []);
  return (
    <form className={styles.form} onSubmit={form.handleSubmit} noValidate aria-label={label}>
      {children}
      <Button type="submit" look="primary" isBusy={form.isBusy} className={styles.submit}>
        {form.isBusy ? 'Loading...' : submit}
      </Button>
      {after && <p className={styles.after}>{after}</p>}
    </form>
  );
}

/** Says before an attempt that signing in needs a network. The offline line announces this to screen readers. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return isOnline ? null : <Notice>{MESSAGES.offline.signIn}</Notice>;
}

/** Redirects to Google, or says on this page that Google is switched off. */
export function GoogleButton() {
  const [isBusy, setIsBusy] = useState(false);

  // The browser's Back button restores this page from the back-forward cache as it was left: still busy.
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => event.persisted && setIsBusy(false);
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);

  async function handleClick() {
    setIsBusy(true);
    const outcome = await session.getState().signInWithGoogle(location.origin + PATHS.dashboard);
    if (outcome.ok) return;
    setIsBusy(false);
    const { disabled, failed } = MESSAGES.google;
    const { code, kind } = outcome.error;
    if (code === 'provider_disabled') notify.error(withReason(failed, disabled));
    else if (kind === 'rejected') notify.error(authNotice(outcome.error, failed));
    else notify.error(withReason(failed, failureReason(outcome.error, navigator.onLine)));
  }

  return (
    <Button className={styles.submit} isBusy={isBusy} onClick={() => void handleClick()}>
      Continue with Google
    </Button>
  );
}
