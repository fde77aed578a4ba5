import { expect, test } from 'vitest'
import { readBitmapSize } from './bitmap-size.ts'

function createBitmap(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54)
  bytes.write('BM')
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  return bytes
}

test('a bitmap has the size of its header, also with the first line on top', () => {
  expect(readBitmapSize(createBitmap(40, 30))).toEqual({ width: 40, height: 30 })
  expect(readBitmapSize(createBitmap(40, -30))).toEqual({ width: 40, height: 30 })
})

/** Guarantee (UA1): an image of a few bytes does not keep the decoder busy. */
test.each([
  [0, 0x7fffffff],
  [0, -0x80000000],
  [40, 0],
  [-1, 1],
  [-0x80000000, 2],
])('UA1: a bitmap of %d by %d pixels is not decoded', (width, height) => {
  expect(readBitmapSize(createBitmap(width, height))).toBeNull()
})

test.each([Buffer.alloc(0), Buffer.from('BM'), Buffer.alloc(54)])(
  'bytes that are no bitmap have no size',
  (bytes) => {
    expect(readBitmapSize(bytes)).toBeNull()
  },
)
