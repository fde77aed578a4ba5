import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeImage } from './encode-image.ts'
import { createPicture } from './testing.ts'

/** A picture of this size takes a moment to decode. */
const sidePixels = 1_500

interface Request {
  readonly requestBytes?: number
  readonly disconnected?: AbortSignal
}

const encode = (picture: string, ownerId: string, request: Request = {}) =>
  encodeImage(picture, {
    ownerId,
    requestBytes: picture.length,
    disconnected: new AbortController().signal,
    ...request,
  })

/** Guarantee (ZR21): password hashing, which runs on the same threads, does not wait for pictures. */
test('ZR21: pictures are decoded one at a time', async () => {
  const picture = await createPicture(sidePixels)
  let highest = 0
  const observer = setInterval(() => {
    const { queue, process } = sharp.counters()
    highest = Math.max(highest, queue + process)
  }, 1)
  await Promise.all(Array.from({ length: 8 }, (_, index) => encode(picture, `user ${index}`)))
  clearInterval(observer)

  expect(highest).toBe(1)
})

test('ZR21: one picture of a user does not wait for all pictures of another user', async () => {
  const picture = await createPicture(sidePixels)
  const done: string[] = []
  const encodeAndRecord = async (owner: string) => {
    await encode(picture, owner)
    done.push(owner)
  }

  await Promise.all([...Array.from({ length: 4 }, () => encodeAndRecord('ada')), encodeAndRecord('grace')])

  expect(done).toEqual(['ada', 'ada', 'grace', 'ada', 'ada'])
})

test('ZR61: the requests of an owner that wait for their pictures are limited in bytes', async () => {
  const picture = await createPicture(sidePixels)
  const running = encode(picture, 'ada')
  const waiting = encode(picture, 'ada', { requestBytes: 60 * 1024 * 1024 })

  await expect(encode(picture, 'ada', { requestBytes: 5 * 1024 * 1024 })).rejects.toMatchObject({
    status: 429,
  })
  await Promise.all([running, waiting, encode(picture, 'grace', { requestBytes: 60 * 1024 * 1024 })])
})

test('ZR61: the picture of a client that has disconnected is not decoded', async () => {
  const picture = await createPicture(sidePixels)
  const closed = new AbortController()
  const running = encode(picture, 'ada')
  const waiting = encode(picture, 'ada', { disconnected: closed.signal })
  closed.abort()

  await expect(waiting).rejects.toMatchObject({ status: 429 })
  await running
})
