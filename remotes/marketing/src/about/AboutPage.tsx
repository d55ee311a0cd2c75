import { PATHS } from '@space/domain';
import { ButtonLink } from '@space/ui';
import { SIGN_UP_STATE } from '../frame/signUpState.ts';
import { TextPage } from '../frame/TextPage.tsx';

export function AboutPage() {
  return (
    <TextPage
      title="About Us"
      lead="Better Space is a weekly planner for people who want a calmer week, made in Singapore."
    >
      <h2>Our story</h2>
      <p>
        Better Space began with a sheet of paper: seven columns, Monday to Sunday, and a pen. It worked better
        than every app we had tried. We could see the whole week, we knew what mattered, and nothing asked us
        to fill in a project, a label or a due time first.
      </p>
      <p>
        Paper does not follow you around, though, and it does not let you move Tuesday’s call to Wednesday
        without crossing it out. So we built the sheet of paper as a small, quick web page, and kept it small.
      </p>

      <h2>Our team</h2>
      <p>
        We are a small team of designers and engineers who plan our own weeks in Better Space. Everyone here
        answers support mail, and everyone may say no to a feature. Most of what makes the planner pleasant is
        what we left out.
      </p>

      <h2>Our mission</h2>
      <p>
        To be the simplest way to organize your week. A week is short enough to plan honestly and long enough
        to get something done. We want you to spend two minutes planning it, and the rest of the time living
        it.
      </p>

      <h2>From Singapore</h2>
      <p>
        Our home is Singapore, a city that knows how to make good use of a small space. We work here, we hire
        here, and we look out at the same night sky that you see behind these pages.
      </p>

      <h2>Plan your first week</h2>
      <p>It is free, and you can start with a single task.</p>
      <p>
        <ButtonLink to={PATHS.auth} state={SIGN_UP_STATE} look="primary" size="l">
          Get Started
        </ButtonLink>
      </p>
    </TextPage>
  );
}
