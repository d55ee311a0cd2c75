import { pipeline, type Readable, type Transform } from 'node:stream';

/** No valid line of a backup is longer. The limit keeps an invalid file from filling the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;
const NEW_LINE = 0x0a;

/**
 * Decompresses a stream and yields its lines, without line ends. (Node's readline also splits at U+2028, which a title may
 * contain.)
 */
export async function* linesIn(packed: Readable, unpack: Transform): AsyncGenerator<string> {
  const pending: Buffer[] = [];
  let pendingBytes = 0;
  // The loop below throws the errors of both streams.
  pipeline(packed, unpack, () => {});
  for await (const chunk of unpack as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = chunk.indexOf(NEW_LINE); to >= 0; to = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...pending.splice(0), chunk.subarray(from, to)]).toString();
      pendingBytes = 0;
      from = to + 1;
    }
    pending.push(chunk.subarray(from));
    pendingBytes += chunk.length - from;
    if (pendingBytes > LONGEST_LINE) throw new Error('a line of it has no end');
  }
  if (pendingBytes > 0) throw new Error('its last line has no end');
}
