import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MESSAGES, latestOnly, onDay } from '@space/domain';
import { calendarFeed, notify, onReturn } from '@space/platform';
import { Button, Card, Dialog, DialogActions, Icon, LoadFailure, Skeleton, TextField } from '@space/ui';
import { reportFailure, sameUser } from '../failure.ts';
import styles from '../settings.module.css';

const messages = MESSAGES.calendar;

interface Feed {
  /** Since when an address is in use; null if there is none. */
  since: string | null;
  /** The secret part of an address that was created just now. The server never returns it again. */
  secret: string | null;
}

const CREATE = {
  icon: 'calendar',
  label: 'Create an address',
  busy: 'Creating…',
  look: 'quiet',
  question: null,
  done: messages.created,
  failed: messages.createFailed,
  send: async (): Promise<Feed> => ({ secret: await calendarFeed.renew(), since: new Date().toISOString() }),
} as const;

const RENEW = {
  ...CREATE,
  icon: 'retry',
  label: 'Renew',
  busy: 'Renewing…',
  question: {
    title: 'Renew the address?',
    text: 'The old address stops at once. Calendars that use it need the new one.',
  },
} as const;

const WITHDRAW = {
  icon: 'trash',
  label: 'Withdraw',
  busy: 'Withdrawing…',
  look: 'danger',
  question: {
    title: 'Withdraw the address?',
    text: 'It stops at once. Calendars that use it show your tasks no longer, or as they were.',
  },
  done: messages.withdrawn,
  failed: messages.withdrawFailed,
  send: () => calendarFeed.withdraw().then((): Feed => ({ secret: null, since: null })),
} as const;

type Action = typeof CREATE | typeof RENEW | typeof WITHDRAW;

/** The feed address for calendar apps. Renders nothing if this site serves no feeds, as on a plain file host. */
export function CalendarCard() {
  const address = document.querySelector<HTMLMetaElement>('meta[name="calendar-feed"]')?.content;
  return address ? <FeedCard feedsUrl={new URL(address, location.href).href} /> : null;
}

function FeedCard({ feedsUrl }: { feedsUrl: string }) {
  const [feed, setFeed] = useState<Feed | null>(null);
  const [reading, setReading] = useState<'first' | 'failed' | 'again'>('first');
  const [underWay, setUnderWay] = useState<Action | null>(null);
  const [confirming, setConfirming] = useState<Action | null>(null);
  const [beginRead] = useState(latestOnly);
  const buttons = useRef<HTMLDivElement>(null);
  /** Whether the control that had the focus is about to be replaced. */
  const mayLoseFocus = useRef(false);

  useEffect(() => {
    if (mayLoseFocus.current && document.activeElement === document.body)
      buttons.current?.querySelector('button')?.focus();
    mayLoseFocus.current = false;
  }, [feed]);

  function load(): void {
    if (underWay) return; // the result of the change is newer
    const isLatest = beginRead();
    calendarFeed.since().then(
      (since) => isLatest() && setFeed((before) => ({ since, secret: since && (before?.secret ?? null) })),
      () => isLatest() && setReading('failed'),
    );
  }
  const handleReturn = useEffectEvent(load);
  useEffect(() => {
    handleReturn();
    return onReturn(() => handleReturn());
  }, []);

  async function change(action: Action): Promise<void> {
    const isSameUser = sameUser();
    beginRead();
    setConfirming(null);
    setUnderWay(action);
    try {
      const next = await action.send();
      if (!isSameUser()) return;
      mayLoseFocus.current = action === WITHDRAW;
      setFeed(next);
      notify.success(action.done);
    } catch (error) {
      reportFailure(action.failed, error, isSameUser());
    } finally {
      setUnderWay(null);
    }
  }

  const handleRetry = () => {
    mayLoseFocus.current = true;
    setReading('again');
    load();
  };

  return (
    <Card
      title="Calendar feed"
      text="Your tasks in Google Calendar, Apple Calendar, Thunderbird and others, which look for changes by themselves. Anyone who has the address can read your tasks."
      isBusy={!feed && reading !== 'failed'}
    >
      <div className={`${styles.form} ${styles.feed}`}>
        {!feed && reading === 'first' && <Skeleton lines={2} />}
        {!feed && reading !== 'first' && (
          <LoadFailure message={messages.loadFailed} isRetrying={reading === 'again'} onRetry={handleRetry} />
        )}
        {feed?.since === null && <p>No address is in use.</p>}
        {feed?.since && !feed.secret && <p>{`An address is in use since ${onDay(feed.since)}.`}</p>}
        {feed?.secret && <NewAddress key={feed.secret} address={`${feedsUrl}/${feed.secret}.ics`} />}
        {feed && (
          <div ref={buttons} className={styles.actions}>
            {(feed.since === null ? [CREATE] : [RENEW, WITHDRAW]).map((action) => (
              <Button
                key={action.label}
                look={action.look}
                aria-haspopup={action.question ? 'dialog' : undefined}
                isBusy={underWay !== null}
                onClick={() => (action.question ? setConfirming(action) : void change(action))}
              >
                <Icon name={action.icon} />
                <span>{underWay === action ? action.busy : action.label}</span>
              </Button>
            ))}
          </div>
        )}
      </div>
      {confirming?.question && (
        <Dialog title={confirming.question.title} onClose={() => setConfirming(null)}>
          <p>{confirming.question.text}</p>
          <DialogActions>
            <Button onClick={() => setConfirming(null)}>Keep it</Button>
            <Button look="danger" onClick={() => void change(confirming)}>
              {confirming.label}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Card>
  );
}

/** A newly created address, focused and selected: it is shown only once. */
function NewAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);

  // `onFocus` selects the address backward, so that its beginning is visible.
  const focus = () => field.current?.focus();
  useEffect(focus, []);

  const handleCopy = async () => {
    try {
      // `navigator.clipboard` is undefined on a page without TLS.
      await navigator.clipboard.writeText(address);
      notify.success(messages.copied);
    } catch {
      focus();
      notify.error(messages.copyFailed);
    }
  };

  return (
    <div className={styles.form}>
      <TextField
        ref={field}
        label="Address of your calendar"
        hint="Copy it now: it is shown this once. In your calendar, look for 'Subscribe' or 'Add by URL'."
        name="calendar-address"
        autoComplete="off"
        spellCheck={false}
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, address.length, 'backward')}
      />
      <Button look="primary" onClick={() => void handleCopy()}>
        Copy
      </Button>
    </div>
  );
}
