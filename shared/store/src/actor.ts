import { userInfo } from 'node:os';

const MAX_LENGTH = 200;

/** The name of the system's user, or its number if it has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Names the actor for the history: git's author, else who started the CI run and its address, else the system's user. */
export function actorOf(environment: NodeJS.ProcessEnv): string {
  const { GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL, GITHUB_ACTOR, GITLAB_USER_LOGIN } = environment;
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL, BUILD_URL } = environment;
  const author = [GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL && `<${GIT_AUTHOR_EMAIL}>`].filter(Boolean).join(' ');
  const run = GITHUB_RUN_ID
    ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
    : CI_JOB_URL || BUILD_URL;
  const inRun = [GITHUB_ACTOR || GITLAB_USER_LOGIN, run && `(${run})`].filter(Boolean).join(' ');
  return (author || inRun || systemUser()).slice(0, MAX_LENGTH);
}
