import { CAUSES, OUTCOMES, type RemoteEvent } from '@space/federation';
import * as z from 'zod/mini';
import { nameSchema } from './schema.ts';

/** A version, or a word such as 'unknown' from a page that knows none. */
const VERSION = /^[\w.+-]{1,64}$/;
const MAX_MILLISECONDS = 24 * 60 * 60 * 1000;

/** What a browser sends: exactly these fields. */
export const remoteEventSchema = z.strictObject({
  id: nameSchema,
  version: z.string().check(z.regex(VERSION)),
  outcome: z.enum(OUTCOMES),
  cause: z.enum(CAUSES),
  milliseconds: z.int().check(z.nonnegative(), z.lte(MAX_MILLISECONDS)),
  bucket: z.number().check(z.nonnegative(), z.lt(100)),
}) satisfies z.ZodMiniType<RemoteEvent>;

/** An event with the time of its arrival. */
export interface RecordedEvent extends RemoteEvent {
  at: string;
}
