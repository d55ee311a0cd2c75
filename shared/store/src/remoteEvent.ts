import { CAUSES, OUTCOMES, type RemoteEvent } from '@space/federation';
import * as z from 'zod/mini';
import { nameSchema, slotSchema } from './schema.ts';

/** A version, or what a page says that knows none, such as 'unknown'. */
const VERSION = /^[\w.+-]{1,64}$/;
const LONGEST = 24 * 60 * 60 * 1000;

const fields = {
  id: nameSchema,
  slot: z.optional(slotSchema),
  version: z.string().check(z.regex(VERSION)),
  outcome: z.enum(OUTCOMES),
  cause: z.enum(CAUSES),
  milliseconds: z.int().check(z.nonnegative(), z.lte(LONGEST)),
  bucket: z.number().check(z.nonnegative(), z.lt(100)),
};

/** What a browser sends: these fields and no others. */
export const remoteEventSchema = z.strictObject(fields) satisfies z.ZodMiniType<RemoteEvent>;

/** An event with the instant of its arrival, as a line of `events.ndjson`. */
export interface RecordedEvent extends RemoteEvent {
  at: string;
}

export const recordedEventSchema = z.strictObject({
  at: z.iso.datetime(),
  ...fields,
}) satisfies z.ZodMiniType<RecordedEvent>;
