import type { ReactNode } from 'react';
import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { ButtonLink } from '@space/ui';
import { SIGN_UP_STATE } from '../frame/MarketingFrame.tsx';
import { TextPage } from '../frame/TextPage.tsx';
import styles from './AboutPage.module.css';

const DAYS = [[44, 52, 30], [50, 38], [36, 54, 42, 26], [48, 30], [54, 40, 34], [28], [46, 36]];
const DAY_WIDTH = 78;

/** The sheet of paper that Better Space began as: seven columns, and a call moved from Tuesday to Wednesday. */
function PaperWeek() {
  return (
    <svg className={styles.paper} viewBox="0 0 640 250" aria-hidden="true" focusable="false">
      <g transform="rotate(-1.500 320 125)">
        <rect className={styles.sheet} x="34" y="24" width="572" height="196" rx="10" />
        {DAYS.map((lines, day) => (
          // oxlint-disable-next-line react/no-array-index-key -- the days never change their order
          <g key={day} transform={`translate(${47 + day * DAY_WIDTH} 24)`}>
            {day > 0 && <path className={styles.rule} d="M-6 14v168" />}
            <rect className={styles.name} x="4" y="18" width="26" height="6" rx="3" />
            {lines.map((width, line) => (
              <path key={width} className={styles.ink} d={`M4 ${52 + line * 24}h${width}`} />
            ))}
          </g>
        ))}
        <path className={styles.crossed} d="M127 101.500h46" />
        <path className={styles.arrow} d="M152 112c6 74 62 92 92 66M247 192l0-16-16 1" />
        <path
          className={styles.star}
          d="M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900L3.500 9.700l5.900-.8z"
          transform="translate(406 88)"
        />
      </g>
    </svg>
  );
}

function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.chapter}>
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
    </section>
  );
}

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
