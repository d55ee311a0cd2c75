export { atTime } from './atTime.ts';
export { authNotice } from './authNotice.ts';
export {
  credentialsSchema,
  emailRequestSchema,
  newPasswordSchema,
  retroCredentialsSchema,
  validateSignIn,
  type Credentials,
  type NewPassword,
} from './credentials.ts';
export { EMOJI_CHOICES, isEmojiText } from './emoji.ts';
export { EXPORTED_TABLES, type ExportedField } from './exportedTables.ts';
export {
  failureKind,
  failureReason,
  mailNotice,
  notifyFailure,
  passwordFailure,
  withReason,
  type FailureServices,
} from './failureReason.ts';
export { IMPORT_MESSAGES } from './importMessages.ts';
export { includesReason } from './includesReason.ts';
export { latestOnly } from './latestOnly.ts';
export * as MESSAGES from './messages.ts';
export { splitLinks } from './links.ts';
export { onDay } from './onDay.ts';
export type { Outcome } from './outcome.ts';
export { PATHS } from './paths.ts';
export { PLANS, type Plan } from './plans.ts';
export { displayNameSchema, profileNameSchema, profileSchema, type Profile } from './profile.ts';
export { lastReadText, readSavedWeek, toSavedWeek, type SavedWeek } from './savedWeek.ts';
export { emojiSchema, newTaskInputSchema, taskSchema, titleSchema, undoneTaskSchema } from './task.ts';
export type { NewTask, NewTaskInput, Task, TaskChange, UndoneTask } from './task.ts';
export { orderTasks } from './taskOrder.ts';
export { countMoved, countNotMoved, countNotUndone, countAdded } from './countedMessages.ts';
export { readDayText } from './dayText.ts';
export { MAX_LINES, readTaskLines, splitEmoji } from './taskList.ts';
export type { TaskLine } from './taskList.ts';
export { SHORTCUTS, latinKey, shortcutOf } from './shortcuts.ts';
export type { PressedKey, Shortcut, ShortcutId } from './shortcuts.ts';
export { isBlank } from './text.ts';
export { validate, type Validation, type ValidationIssue } from './validate.ts';
export { readWaitingTask, type WaitingTask } from './waitingTask.ts';
export { watchVersion } from './watchVersion.ts';
export {
  addDays,
  dayLabel,
  dayNumber,
  daysBetween,
  isDayKey,
  weekDays,
  weekLabel,
  weekStartOf,
  weekdayName,
  weekdayShort,
  wholeDaysBetween,
} from './week.ts';
export { millisecondsToNextDay, toDayKey, type DayKey } from './today.ts';
