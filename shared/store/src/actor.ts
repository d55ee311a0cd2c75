import { userInfo } from 'node:os';

/** As the log keeps it. */
const LONGEST = 200;

/** Who acts in the log when the server halts a canary or takes a release back. */
export const JUDGE = 'the judge';

/** Where each CI says which run this is: the address of a page about it. */
const RUN_VARIABLES = ['CI_JOB_URL', 'BUILDKITE_BUILD_URL', 'CIRCLE_BUILD_URL', 'BUILD_URL'] as const;
/** Who started that run. */
const STARTER_VARIABLES = [
  'GITHUB_ACTOR',
  'GITLAB_USER_LOGIN',
  'BUILDKITE_BUILD_CREATOR',
  'CIRCLE_USERNAME',
] as const;

const firstOf = (environment: NodeJS.ProcessEnv, names: readonly string[]) =>
  names.map((name) => environment[name]).find(Boolean) ?? null;

/** The CI's run that a process is part of, as the address of its page; null outside of CI. */
export function runOf(environment: NodeJS.ProcessEnv): string | null {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = environment;
  if (GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID)
    return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return firstOf(environment, RUN_VARIABLES);
}

/** An account without a name has a number still. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Who acts, for the log: the author that git's variables name, else who started the CI's run and which it is, else this
 * system's user. Takes the environment of the process.
 */
export function actorOf(environment: NodeJS.ProcessEnv): string {
  const { GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL } = environment;
  const author = [GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL && `<${GIT_AUTHOR_EMAIL}>`].filter(Boolean).join(' ');
  const [starter, run] = [firstOf(environment, STARTER_VARIABLES), runOf(environment)];
  const inRun = [starter, run && `(${run})`].filter(Boolean).join(' ');
  return (author || inRun || systemUser()).slice(0, LONGEST);
}
