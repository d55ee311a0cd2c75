import type { LogEntry } from './auditLog.ts';
import type { Pointer } from './schema.ts';

type Move = Omit<LogEntry, 'who'>;

const canaryText = ({ canary }: Pointer) => canary && `${canary.version} on ${canary.percent} %`;

function liveMoves(before: Pointer, after: Pointer): Move[] {
  const [from, to] = [before.live?.version ?? null, after.live?.version ?? null];
  if (from === to || after.live === null) return [];
  const isBack = after.history[0]?.version === from && after.history[0]?.withdrawn;
  const what = isBack ? 'rollback' : before.canary?.version === to ? 'promote' : 'release';
  return [{ what, from, to, reason: after.live.message ?? null }];
}

function canaryMoves(before: Pointer, after: Pointer): Move[] {
  const [from, to] = [canaryText(before), canaryText(after)];
  if (from === to || (after.canary === null && before.canary?.version === after.live?.version)) return [];
  if (after.canary !== null) return [{ what: 'canary', from, to, reason: after.canary.message ?? null }];
  const { halted } = after;
  const isHalted = halted?.version === before.canary?.version && halted?.at !== before.halted?.at;
  return [{ what: isHalted ? 'halt' : 'abort', from, reason: isHalted ? (halted?.reason ?? null) : null }];
}

function switchMoves(before: Pointer, after: Pointer): Move[] {
  const version = after.live?.version ?? null;
  if (after.disabled !== null && JSON.stringify(after.disabled) !== JSON.stringify(before.disabled))
    return [{ what: 'kill', from: version, reason: after.disabled.reason }];
  return after.disabled === null && before.disabled !== null ? [{ what: 'revive', to: version }] : [];
}

function judgeMoves(before: Pointer, after: Pointer): Move[] {
  const { failing, live } = after;
  if (failing === undefined || failing.version !== live?.version || failing.at === before.failing?.at)
    return [];
  return [{ what: 'failing', to: failing.version, reason: failing.reason }];
}

/**
 * Determines what was done to a pointer by comparing its states: one action, or two if a release ended a canary. Takes the
 * pointer before and after; returns the log entries, none if both are equal. Pure.
 */
export function movesBetween(before: Pointer, after: Pointer): Move[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const moves = [liveMoves, canaryMoves, switchMoves, judgeMoves].flatMap((find) => find(before, after));
  return moves.length > 0 ? moves : [{ what: 'edit' }];
}
