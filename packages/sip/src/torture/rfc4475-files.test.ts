import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectReaction } from './expect-reaction.ts'
import { expectations } from './expectations.ts'

const directory = process.env.RFC4475_DIR

// The archive of the RFC is not part of this package. Where it is available, its messages have the same
// expectations.
if (directory) {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.dat'))
    .map((name) => name.slice(0, -'.dat'.length))

  test('the archive contains every message of RFC 4475', () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(expectations)))
    expect(Object.keys(expectations)).toHaveLength(49)
  })

  test.each(names)('%s, byte for byte', async (name) => {
    // `test` is no message of the RFC, but an example of the archive format.
    await expectReaction(readFileSync(join(directory, `${name}.dat`)), expectations[name] ?? 'discarded')
  })
} else {
  test('without RFC4475_DIR the expectations still cover the 49 messages', () => {
    expect(Object.keys(expectations)).toHaveLength(49)
  })
}
