import { expect, test } from 'vitest'
import { initialCrop, limitCrop, toSquare } from './crop.ts'

const landscape = { width: 400, height: 200 }

test('the first crop is the largest square in the middle of the picture', () => {
  expect(toSquare(landscape, limitCrop(landscape, initialCrop))).toEqual({ left: 100, top: 0, side: 200 })
})

test.each([
  [
    { zoom: 1, x: -3, y: 9 },
    { left: 0, top: 0, side: 200 },
  ],
  [
    { zoom: 2, x: 9, y: 9 },
    { left: 300, top: 100, side: 100 },
  ],
  [
    { zoom: 99, x: 0, y: 0 },
    { left: 0, top: 0, side: 50 },
  ],
  [
    { zoom: 0.1, x: 1, y: 0 },
    { left: 200, top: 0, side: 200 },
  ],
])('the crop %j stays inside the picture', (crop, square) => {
  expect(toSquare(landscape, limitCrop(landscape, crop))).toEqual(square)
})
