import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MESSAGES, latestOnly, onDay } from '@space/domain';
import { calendarFeed, notify, onReturn } from '@space/platform';
import { Button, Card, Dialog, DialogActions, Icon, LoadFailure, Skeleton, TextField } from '@space/ui';
import { reportFailure, sameUser } from '../failure.ts';
import styles from './data.module.css';

const messages = MESSAGES.calendar;

interface Feed {
  /** Since when an address is in use; null if there is none. */
  since: string | null;
  /** The secret part of an address that was created just now. The server never returns it again. */
  secret: string | null;
}

type Action = 'renew' | 'withdraw';

/** What each action sends and says. */
const ACTIONS = {
  renew: {
    send: async (): Promise<Feed> => ({
      secret: await calendarFeed.renew(),
      since: new Date().toISOString(),
    }),
    done: messages.created,
    failed: messages.createFailed,
    title: 'Renew the address?',
    text: 'The old address stops at once. Calendars that use it need the new one.',
    icon: 'retry',
    label: 'Renew',
    busy: 'Renewing…',
  },
  withdraw: {
    send: async (): Promise<Feed> => {
      await calendarFeed.withdraw();
      return { secret: null, since: null };
    },
    done: messages.withdrawn,
    failed: messages.withdrawFailed,
    title: 'Withdraw the address?',
    text: 'It stops at once. Calendars that use it show your tasks no longer, or as they were.',
    icon: 'trash',
    label: 'Withdraw',
    busy: 'Withdrawing…',
  },
} as const satisfies Record<Action, object>;

/** The feed address for calendar apps. Renders nothing if this site serves no feeds, as on a plain file host. */
export function CalendarCard() {
  const address = document.querySelector<HTMLMetaElement>('meta[name="calendar-feed"]')?.content;
  return address ? <FeedCard feedsUrl={new URL(address, location.href).href} /> : null;
}

function FeedCard({ feedsUrl }: { feedsUrl: string }) {
  const [feed, setFeed] = useState<Feed | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [hasFailed, setHasFailed] = useState(false);
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
    void calendarFeed
      .since()
      .then(
        (since) => isLatest() && setFeed((before) => ({ since, secret: since && (before?.secret ?? null) })),
      )
      .catch(() => isLatest() && setHasFailed(true))
      .finally(() => isLatest() && setIsLoading(false));
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
    setIsLoading(true);
    load();
  };

  return (
    <Card
      title="Calendar feed"
      text="Your tasks in Google Calendar, Apple Calendar, Thunderbird and others, which look for changes by themselves. Anyone who has the address can read your tasks."
      isBusy={isLoading && !feed}
    >
      <div className={styles.place}>
        {!feed && !hasFailed && <Skeleton lines={2} />}
        {!feed && hasFailed && (
          <LoadFailure message={messages.loadFailed} isRetrying={isLoading} onRetry={handleRetry} />
        )}
        {feed && feed.secret === null && (
          <p>
            {feed.since === null
              ? 'No address is in use.'
              : `An address is in use since ${onDay(feed.since)}.`}
          </p>
        )}
        {feed?.secret && <NewAddress key={feed.secret} address={`${feedsUrl}/${feed.secret}.ics`} />}
        {feed && (
          <div className={styles.actions}>
            {feed.since === null ? (
              <Button ref={firstButton} isBusy={underWay !== null} onClick={() => void change('renew')}>
                <Icon name="calendar" />
                <span>{underWay === 'renew' ? 'Creating…' : 'Create an address'}</span>
              </Button>
            ) : (
              (['renew', 'withdraw'] as const).map((action) => (
                <Button
                  key={action}
                  ref={action === 'renew' ? firstButton : null}
                  look={action === 'renew' ? 'quiet' : 'danger'}
                  aria-haspopup="dialog"
                  isBusy={underWay !== null}
                  onClick={() => setConfirming(action)}
                >
                  <Icon name={ACTIONS[action].icon} />
                  <span>{underWay === action ? ACTIONS[action].busy : ACTIONS[action].label}</span>
                </Button>
              ))
            )}
          </div>
        )}
      </div>
      {confirming && (
        <Dialog title={ACTIONS[confirming].title} onClose={() => setConfirming(null)}>
          <p>{ACTIONS[confirming].text}</p>
          <DialogActions>
            <Button onClick={() => setConfirming(null)}>Keep it</Button>
            <Button look="danger" onClick={() => void change(confirming)}>
              {ACTIONS[confirming].label}
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
    <div className={styles.address}>
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
