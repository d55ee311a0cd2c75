import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { ButtonLink } from '@space/ui';
import { SIGN_UP_STATE } from '../frame/signUpState.ts';
import { TextPage } from '../frame/TextPage.tsx';
import { Chapter } from './Chapter.tsx';
import { PaperWeek } from './PaperWeek.tsx';

export function AboutPage() {
  return (
    <TextPage
      title="About Us"
      lead="We make a weekly planner for people who would rather live their week than administer it."
      art={<PaperWeek />}
    >
      <Chapter title="Our story">
        <p>
          Better Space began with a sheet of paper: seven columns, Monday to Sunday, and a pen. It worked
          better than the apps we had tried. The whole week was in sight, what mattered stood out, and nothing
          asked for a project, a label or a due time first.
        </p>
        <p>
          Paper has its limits. It stays on the desk when you leave, and moving Tuesday’s call to Wednesday
          means crossing it out. So we built the sheet of paper as a small, quick web page, and we keep it
          small.
        </p>
      </Chapter>
      <Chapter title="Our team">
        <p>
          We are a small team of engineers and designers, and we plan our own weeks in Better Space. That
          keeps us honest: whatever annoys you on a Monday morning has annoyed us first.
        </p>
        <p>
          Anyone here may propose a feature, and anyone may ask whether the week would be better without it.
          Most of what makes the planner pleasant is what we left out. If that sounds like you, have a look at
          our <Link to={PATHS.jobs}>jobs</Link>; applications are not open yet.
        </p>
      </Chapter>
      <Chapter title="Our mission">
        <p>
          To be the simplest way to organize your week. A week is short enough to plan honestly and long
          enough to get something done. A few minutes of planning should be plenty; the rest of the time is
          for living it.
        </p>
      </Chapter>
      <Chapter title="From Singapore">
        <p>
          Our home is Singapore, a city that knows how to make good use of a small space. It lies a little
          over one degree north of the equator, where the days are as long in December as they are in June,
          and a week looks like a week all year round.
        </p>
        <p>We work here, and we look up at the night sky that you see behind these pages.</p>
      </Chapter>
      <Chapter title="Plan your first week">
        <p>It is free, and one task is enough to begin.</p>
        <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary" size="l">
          Get Started
        </ButtonLink>
      </Chapter>
    </TextPage>
  );
}
