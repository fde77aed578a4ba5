/** Parts of messages that parsers often handle wrongly. */
const tokens = [
  '\r\n',
  '\r\n\r\n',
  '\n ',
  '\0',
  '\t',
  ';;;;',
  ',,,,',
  '<<<<>',
  '"',
  '\\',
  '%00',
  '%',
  '@@',
  '::',
  '[::1]',
  '[',
  '0',
  '-1',
  '65536',
  '4294967296',
  '99999999999999999999',
  '1e999',
  'NaN',
  'A'.repeat(5_000),
  '{"a":'.repeat(200),
  '[]',
  'null',
  '__proto__',
  '\ud83d\ude00',
].map((text) => Buffer.from(text))

const maxDatagramBytes = 60_000

/** Returns a copy of a message with up to six random changes. One message in fifty is random bytes. */
export function mutateBytes(sample: Buffer, random: () => number): Buffer {
  const integer = (limit: number) => Math.floor(random() * limit)
  if (random() < 0.02) return Buffer.from(Array.from({ length: 1 + integer(300) }, () => integer(256)))
  let bytes: Buffer = sample
  for (let count = 1 + integer(6); count > 0; count--) bytes = changeOnce(bytes, integer)
  return bytes.subarray(0, maxDatagramBytes)
}

function changeOnce(bytes: Buffer, integer: (limit: number) => number): Buffer {
  const [at, length] = [integer(bytes.length + 1), 1 + integer(40)]
  const [before, part, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ]
  switch (integer(6)) {
    case 0:
      return Buffer.concat([before, Buffer.from(part.map((byte) => byte ^ (1 << integer(8)))), after])
    case 1:
      return Buffer.concat([before, after])
    case 2:
      return Buffer.concat([before, part, part, part, after])
    case 3:
      return Buffer.concat([before, tokens[integer(tokens.length)] ?? part, part, after])
    case 4:
      return Buffer.concat([before, Buffer.from(Array.from(part, () => integer(256))), after])
    default:
      // Few messages are cut off, because the rest of such a message is not read.
      return integer(4) === 0 ? before : Buffer.concat([after, before])
  }
}
