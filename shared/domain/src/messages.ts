// Every sentence of a notice or a panel, by subject. Each is an export of its own: a bundle contains only those that it uses.

export const tasks = {
  loadFailed: 'Failed to load tasks',
  addFailed: 'Failed to add task. Please try again.',
  updateFailed: 'Failed to update task',
  deleteFailed: 'Failed to delete task',
  moveFailed: 'Failed to move task',
  emojiFailed: 'Failed to update emoji. Please try again.',
  added: 'Task added!',
  deleted: 'Task deleted',
  moved: 'Task moved',
  titleEmpty: 'Task title cannot be empty',
  titleTooLong: 'Task title must be less than 200 characters',
  emojiInvalid: 'Invalid emoji character',
  emojiTooLong: 'Emoji field is too long',
  titleNotStorable: 'Task title contains a character that cannot be saved',
  dateRequired: 'Task date is required',
  dateOutOfRange: 'Please choose a day of the years 2 to 9998.',
  undo: 'Undo',
  undone: 'Change undone',
  undoFailed: 'Failed to undo the change',
  restored: 'Task restored',
  changedElsewhere: 'Changed elsewhere in the meantime.',
  titleConflict: 'The title was changed elsewhere. Keep yours or theirs.',
  searchFailed: 'Failed to search tasks',
  listTooLong: 'A list adds 100 tasks at most. Please remove some lines.',
} as const;

export const waiting = {
  mark: 'Waiting to be sent',
  noAnswer: 'The server does not answer.',
  /** The line above the week on tasks of other weeks. */
  elsewhere: (count: number): string =>
    count === 1
      ? '1 task of another week waits to be sent.'
      : `${count} tasks of other weeks wait to be sent.`,
  show: 'Show',
} as const;

export const signOut = {
  unsent: (count: number): string =>
    `${count === 1 ? '1 task has' : `${count} tasks have`} not been sent. Sign out anyway?`,
  consequence: 'They are on this device only: signing out deletes them.',
  stay: 'Stay signed in',
  leave: 'Sign out',
} as const;

export const goals = {
  hintTitle: 'How to add goals',
  notKept: 'Goal cards are not saved: they are cleared when you reload the page or sign out.',
} as const;

export const profile = {
  loadFailed: 'Failed to load profile',
  updateFailed: 'Failed to update profile. Please try again.',
  updated: 'Profile updated successfully!',
  nameEmpty: 'Display name cannot be empty',
  nameTooLong: 'Display name must be less than 100 characters',
  nameCharacters: 'Display name can only contain letters, numbers, spaces, hyphens, and underscores',
} as const;

export const password = {
  changeFailed: 'Failed to change password. Please try again.',
  changed: 'Password changed successfully!',
  tooShort: 'Password must be at least 8 characters',
  tooLong: 'Password must be less than 100 characters',
  needsUppercase: 'Password must contain at least one uppercase letter',
  needsLowercase: 'Password must contain at least one lowercase letter',
  needsNumber: 'Password must contain at least one number',
  mismatch: 'Passwords do not match',
  // It does not tell whether the address has an account.
  resetSent: 'If this email has an account, a link to set a new password is on its way.',
  resetFailed: 'Failed to send the password email. Please try again.',
} as const;

export const auth = {
  fillAllFields: 'Please fill in all fields',
  emailInvalid: 'Please enter a valid email address',
  emailTooLong: 'Email must be less than 255 characters',
  invalidCredentials: 'Invalid email or password',
  alreadyRegistered: 'This email is already registered. Please sign in instead.',
  failed: 'An error occurred',
  welcomeBack: 'Welcome back!',
  createdVerifyEmail: 'Account created! Please check your email to verify.',
  created: 'Account created!',
  sessionLost: 'Your session has ended. Please sign in again.',
  serverUnreachable: 'The server cannot be reached. Please try again.',
  tooManyRequests: 'Too many attempts. Please wait a moment and try again.',
} as const;

export const retro = {
  emailInvalid: 'Invalid email address',
  created: 'Account created! Welcome to the game!',
  failed: 'Authentication failed',
  verifyFirst: 'Verify your email first, then continue your game.',
} as const;

export const google = {
  failed: 'Failed to sign in with Google',
  disabled: 'Google sign-in is not available here. Please use your email and password.',
} as const;

export const links = {
  confirmed: 'Email confirmed, please sign in',
  confirmedOther: 'Email confirmed. Log out here to sign in with it.',
  invalid: 'Email link is invalid or has expired',
  resend: 'Send a new link',
  resent: 'A new link is on its way. Please check your email.',
  resendFailed: 'Failed to send a new link. Please try again.',
  checking: 'Checking your link…',
} as const;

export const offline = {
  now: 'You are offline. What was loaded stays readable.',
  back: 'You are back online.',
  signIn: 'You are offline. Signing in needs a connection.',
  // The reason after the sentence of a failed action.
  reason: 'You are offline.',
  pageTitle: 'You are offline',
  pageText: 'This page is not kept on this device, so it needs a connection.',
  kept: 'What opens without one:',
  again: 'Try again',
} as const;

export const remotes = {
  failedTitle: 'This page could not be loaded',
  disabledTitle: 'This page is taking a break',
  failedText: 'Other parts of Better Space may still work. Please try again in a moment.',
  slow: 'This is taking longer than usual…',
  retry: 'Retry',
  /** A part of a page did not load. Takes the remote's title, for the middle of a sentence. */
  noAnswer: (part: string) => `No answer from ${part}`,
  isBack: (part: string) => `Reload the page to see ${part}`,
} as const;

export const pages = {
  notFound: 'Oops! Page not found',
  returnHome: 'Return to Home',
  adminDisabled: 'Admin Dashboard Disabled... Redirecting to main dashboard',
  adminReason: 'User roles were removed.',
  notFoundText: 'You have drifted off the map, but the way home is short.',
  crashedTitle: 'Something went wrong on this page',
  crashedText: 'Nothing you saved is lost. Please reload the page.',
  reload: 'Reload',
} as const;

export const account = {
  exportFailed: 'Failed to download your data. Please try again.',
  exported: 'Your data was downloaded',
  nothingToExport: 'There are no tasks to download yet.',
  confirmMismatch: 'This is not the email address of your account',
  deleted: 'Your account has been deleted',
  deleteFailed: 'Failed to delete your account. Please try again.',
} as const;

export const calendar = {
  loadFailed: 'Failed to load your calendar address',
  createFailed: 'Failed to create the address. Please try again.',
  withdrawFailed: 'Failed to withdraw the address. Please try again.',
  created: 'Your calendar address was created',
  withdrawn: 'Your calendar address was withdrawn',
  copied: 'Address copied',
  copyFailed: 'The address could not be copied. It is selected: please copy it yourself.',
} as const;

export const imports = {
  // The other messages are in importMessages.ts: it is loaded with the file reader, not the settings.
  readFailed: 'Failed to read the file. Please try again.',
} as const;

export const plans = {
  mostPopular: 'Most Popular',
} as const;
