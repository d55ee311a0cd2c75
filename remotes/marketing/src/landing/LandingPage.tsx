import { MarketingFrame } from '../frame/MarketingFrame.tsx';
import { ClosingCall } from './ClosingCall.tsx';
import { Features } from './Features.tsx';
import { GoalsPreview } from './GoalsPreview.tsx';
import { Hero } from './Hero.tsx';
import { WeekPreview } from './WeekPreview.tsx';

export function LandingPage() {
  return (
    <MarketingFrame>
      <Hero />
      <WeekPreview />
      <GoalsPreview />
      <Features />
      <ClosingCall />
    </MarketingFrame>
  );
}
