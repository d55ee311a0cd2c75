import { userInfo } from 'node:os';

/** The longest name in the history, in characters. */
const MAX_LENGTH = 200;

/** Variables in which CI systems name the page of the current run, and the user who started it. */
const RUNS = ['CI_JOB_URL', 'BUILDKITE_BUILD_URL', 'CIRCLE_BUILD_URL', 'BUILD_URL'];
const STARTERS = ['GITHUB_ACTOR', 'GITLAB_USER_LOGIN', 'BUILDKITE_BUILD_CREATOR', 'CIRCLE_USERNAME'];

const firstSet = (environment: NodeJS.ProcessEnv, names: readonly string[]) =>
  names.map((name) => environment[name]).find(Boolean) ?? null;

/** Returns the address of the page of the CI run that a process is part of; null outside CI. */
export function runOf(environment: NodeJS.ProcessEnv): string | null {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = environment;
  if (GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID)
    return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return firstSet(environment, RUNS);
}

/** The name of the system's user, or its number if it has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Names the actor for the history: the author in git's variables, else the user who started the CI run and the run's address,
 * else the system's user. Takes the environment of the process.
 */
export function actorOf(environment: NodeJS.ProcessEnv): string {
  const { GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL } = environment;
  const author = [GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL && `<${GIT_AUTHOR_EMAIL}>`].filter(Boolean).join(' ');
  const [starter, run] = [firstSet(environment, STARTERS), runOf(environment)];
  const inRun = [starter, run && `(${run})`].filter(Boolean).join(' ');
  return (author || inRun || systemUser()).slice(0, MAX_LENGTH);
}
