import type { LogEntry } from './auditLog.ts';
import type { Pointer } from './schema.ts';

type Move = Omit<LogEntry, 'who'>;

const shareOf = ({ canary }: Pointer) => canary && `${canary.version} on ${canary.percent} %`;

function ofLive(before: Pointer, after: Pointer): Move[] {
  const [from, to] = [before.live?.version ?? null, after.live?.version ?? null];
  if (from === to || after.live === null) return [];
  const isBack = after.history[0]?.version === from && after.history[0]?.withdrawn;
  const what = isBack ? 'rollback' : before.canary?.version === to ? 'promote' : 'release';
  return [{ what, from, to, reason: after.live.message ?? null }];
}

function ofCanary(before: Pointer, after: Pointer): Move[] {
  const [from, to] = [shareOf(before), shareOf(after)];
  if (from === to || (after.canary === null && before.canary?.version === after.live?.version)) return [];
  if (after.canary !== null) return [{ what: 'canary', from, to, reason: after.canary.message ?? null }];
  const { halted } = after;
  const isHalted = halted?.version === before.canary?.version && halted?.at !== before.halted?.at;
  return [{ what: isHalted ? 'halt' : 'abort', from, reason: isHalted ? (halted?.reason ?? null) : null }];
}

function ofSwitch(before: Pointer, after: Pointer): Move[] {
  const version = after.live?.version ?? null;
  if (after.disabled !== null && JSON.stringify(after.disabled) !== JSON.stringify(before.disabled))
    return [{ what: 'kill', from: version, reason: after.disabled.reason }];
  return after.disabled === null && before.disabled !== null ? [{ what: 'revive', to: version }] : [];
}

function ofJudge(before: Pointer, after: Pointer): Move[] {
  const { failing, live } = after;
  if (failing === undefined || failing.version !== live?.version || failing.at === before.failing?.at)
    return [];
  return [{ what: 'failing', to: failing.version, reason: failing.reason }];
}

/**
 * What was done to a pointer, read off it: one act, or two where a release ended a canary. Takes the pointer before and
 * after; returns what the log says of it, nothing when they are the same. Pure.
 */
export function movesBetween(before: Pointer, after: Pointer): Move[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const moves = [ofLive, ofCanary, ofSwitch, ofJudge].flatMap((of) => of(before, after));
  return moves.length > 0 ? moves : [{ what: 'edit' }];
}
