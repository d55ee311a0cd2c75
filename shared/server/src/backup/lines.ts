import { pipeline, type Readable, type Transform } from 'node:stream';

/** No line of a backup is so long: what is, is none, and must not fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;
const NEW_LINE = 0x0a;

/**
 * The lines of a stream that is unpacked, without their ends. (Node's own reader of lines also ends them at U+2028, which may be
 * in a title.)
 */
export async function* linesIn(packed: Readable, unpack: Transform): AsyncGenerator<string> {
  const rest: Buffer[] = [];
  let waiting = 0;
  // A fault of either is thrown by the loop.
  pipeline(packed, unpack, () => {});
  for await (const chunk of unpack as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = chunk.indexOf(NEW_LINE); to >= 0; to = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...rest.splice(0), chunk.subarray(from, to)]).toString();
      waiting = 0;
      from = to + 1;
    }
    rest.push(chunk.subarray(from));
    waiting += chunk.length - from;
    if (waiting > LONGEST_LINE) throw new Error('a line of it has no end');
  }
  if (waiting > 0) throw new Error('its last line has no end');
}
