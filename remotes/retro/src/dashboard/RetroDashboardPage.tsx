import { useEffect, useState } from 'react';
import { PATHS, addDays, weekStartOf } from '@space/domain';
import { onPossibleChange, session, useSession, useToday } from '@space/platform';
import { RetroFrame } from '../frame/RetroFrame.tsx';
import { PixelButton, PixelLink } from '../parts/Pixel.tsx';
import { Week } from './Week.tsx';
import { useWeek } from './weekStore.ts';

/** The read-only week. The shell guards it: signing out leads to the retro sign-in. */
export function RetroDashboardPage() {
  const userId = useSession((state) => state.user?.id);
  const today = useToday();
  // The shown week does not change at midnight.
  const [weekStart, setWeekStart] = useState(() => weekStartOf(today));
  const load = useWeek((state) => state.load);
  const checkForChanges = useWeek((state) => state.checkForChanges);

  useEffect(() => {
    if (!userId) return undefined;
    void load(weekStart);
    return onPossibleChange(() => void checkForChanges());
  }, [load, checkForChanges, userId, weekStart]);

  if (!userId) return null;
  const ways = (
    <>
      <PixelLink to={PATHS.dashboard}>NORMAL MODE</PixelLink>
      <PixelButton onClick={() => void session.getState().signOut()}>QUIT</PixelButton>
    </>
  );
  return (
    <RetroFrame ways={ways}>
      <Week
        weekStart={weekStart}
        today={today}
        onStep={(weeks) => setWeekStart(addDays(weekStart, weeks * 7))}
        onToday={() => setWeekStart(weekStartOf(today))}
      />
    </RetroFrame>
  );
}
