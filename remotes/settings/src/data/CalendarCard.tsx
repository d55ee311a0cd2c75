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

/** What each action sends, says and asks before. */
const ACTIONS = {
  renew: {
    icon: 'retry',
    label: 'Renew',
    busy: 'Renewing…',
    look: 'quiet',
    title: 'Renew the address?',
    text: 'The old address stops at once. Calendars that use it need the new one.',
    done: messages.created,
    failed: messages.createFailed,
    send: async (): Promise<Feed> => ({
      secret: await calendarFeed.renew(),
      since: new Date().toISOString(),
    }),
  },
  withdraw: {
    icon: 'trash',
    label: 'Withdraw',
    busy: 'Withdrawing…',
    look: 'danger',
    title: 'Withdraw the address?',
    text: 'It stops at once. Calendars that use it show your tasks no longer, or as they were.',
    done: messages.withdrawn,
    failed: messages.withdrawFailed,
    send: async (): Promise<Feed> => {
      await calendarFeed.withdraw();
      return { secret: null, since: null };
    },
  },
} as const;

type Action = keyof typeof ACTIONS;

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
  const firstButton = useRef<HTMLButtonElement>(null);
  /** Whether the control that had the focus is about to be replaced. */
  const mayLoseFocus = useRef(false);

  useEffect(() => {
    if (mayLoseFocus.current && document.activeElement === document.body) firstButton.current?.focus();
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
    const { send, done, failed } = ACTIONS[action];
    beginRead();
    setConfirming(null);
    setUnderWay(action);
    try {
      const next = await send();
      if (!isSameUser()) return;
      mayLoseFocus.current = action === 'withdraw';
      setFeed(next);
      notify.success(done);
    } catch (error) {
      reportFailure(failed, error, isSameUser());
    } finally {
      setUnderWay(null);
    }
  }

  const handleRetry = () => {
    mayLoseFocus.current = true;
    setReading('again');
    load();
  };

  const { title, text, label: yes } = ACTIONS[confirming ?? 'renew'];
  return (
    <Card
      title="Calendar feed"
      text="Your tasks in Google Calendar, Apple Calendar, Thunderbird and others, which look for changes by themselves. Anyone who has the address can read your tasks."
      isBusy={!feed && reading !== 'failed'}
    >
      <div className={styles.feed}>
        {!feed && reading === 'first' && <Skeleton lines={2} />}
        {!feed && reading !== 'first' && (
          <LoadFailure message={messages.loadFailed} isRetrying={reading === 'again'} onRetry={handleRetry} />
        )}
        {feed?.since === null && <p>No address is in use.</p>}
        {feed?.since && !feed.secret && <p>{`An address is in use since ${onDay(feed.since)}.`}</p>}
        {feed?.secret && <NewAddress key={feed.secret} address={`${feedsUrl}/${feed.secret}.ics`} />}
        {feed && (
          <div className={styles.actions}>
            {feed.since === null ? (
              <Button ref={firstButton} isBusy={underWay !== null} onClick={() => void change('renew')}>
                <Icon name="calendar" />
                <span>{underWay === 'renew' ? 'Creating…' : 'Create an address'}</span>
              </Button>
            ) : (
              (['renew', 'withdraw'] as const).map((action) => {
                const { look, icon, busy, label } = ACTIONS[action];
                return (
                  <Button
                    key={action}
                    ref={action === 'renew' ? firstButton : null}
                    look={look}
                    aria-haspopup="dialog"
                    isBusy={underWay !== null}
                    onClick={() => setConfirming(action)}
                  >
                    <Icon name={icon} />
                    <span>{underWay === action ? busy : label}</span>
                  </Button>
                );
              })
            )}
          </div>
        )}
      </div>
      {confirming && (
        <Dialog title={title} onClose={() => setConfirming(null)}>
          <p>{text}</p>
          <DialogActions>
            <Button onClick={() => setConfirming(null)}>Keep it</Button>
            <Button look="danger" onClick={() => void change(confirming)}>
              {yes}
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
    <div className={`${styles.form} ${styles.address}`}>
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
