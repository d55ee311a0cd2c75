import { SHELL } from './layout.ts';
import { overviewOf } from './overview.ts';
import type { FolderInfo, OperatorState, Outcomes, VersionOutcomes } from './operatorTypes.ts';
import type { RecordedEvent } from './remoteEvent.ts';

const MINUTE = 60_000;
const PERIODS = {
  hour: { slices: 12, length: 5 * MINUTE },
  day: { slices: 24, length: 60 * MINUTE },
} as const;

const KINDS: Partial<Record<RecordedEvent['outcome'], keyof Outcomes>> = {
  loaded: 'loaded',
  recovered: 'healed',
  'fell-back': 'healed',
  failed: 'failed',
};

// oxlint-disable-next-line space/no-date-from-text -- an instant in UTC, as the schema of events demands, not a day
const millisecondsOf = (instant: string) => Date.parse(instant);

function emptyOutcomes(slices: number): Outcomes {
  const zeros = () => Array.from({ length: slices }, () => 0);
  return { loaded: zeros(), healed: zeros(), failed: zeros() };
}

/** Counts the events of one version. Takes the events of its remote, and the current time in milliseconds. */
function outcomesOf(version: string, events: readonly RecordedEvent[], now: number): VersionOutcomes {
  const outcomes = { hour: emptyOutcomes(PERIODS.hour.slices), day: emptyOutcomes(PERIODS.day.slices) };
  for (const event of events) {
    const kind = KINDS[event.outcome];
    if (event.version !== version || kind === undefined) continue;
    for (const period of ['hour', 'day'] as const) {
      const { slices, length } = PERIODS[period];
      const slice = slices - 1 - Math.floor((now - millisecondsOf(event.at)) / length);
      const count = outcomes[period][kind][slice];
      if (count !== undefined) outcomes[period][kind][slice] = count + 1;
    }
  }
  return { version, ...outcomes };
}

/** The versions that an operator sees: live, canary and previous. */
function versionsIn({ pointer }: FolderInfo): string[] {
  const found = [pointer?.live?.version, pointer?.canary?.version, pointer?.history[0]?.version];
  return [...new Set(found.filter((version) => version !== undefined))];
}

/**
 * Collects what an operator sees: what is live, tried, switched off and left out, and the outcomes of each version.
 *
 * Takes the store, the events that browsers reported, and the time. Throws if the store cannot
 * be read at all; a problem of one remote is reported with that remote.
 */
export async function operatorState(
  store: string,
  events: readonly RecordedEvent[],
  now: Date,
): Promise<OperatorState> {
  const { folders, trouble, isDerived } = await overviewOf(store);
  const byRemote = Map.groupBy(events, ({ id }) => id);
  const remotes = folders.map((folder) => ({
    ...folder,
    outcomes:
      folder.name === SHELL
        ? []
        : versionsIn(folder).map((version) =>
            outcomesOf(version, byRemote.get(folder.name) ?? [], now.getTime()),
          ),
  }));
  return { at: now.toISOString(), trouble, isDerived, remotes };
}
