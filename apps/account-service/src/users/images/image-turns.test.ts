import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeImage } from './encode-image.ts'

/** Returns a picture that takes a moment to decode. */
async function createPicture(): Promise<string> {
  const picture = sharp({ create: { width: 1_500, height: 1_500, channels: 3, background: '#345' } })
  return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
}

/** Guarantee (ZR21): password hashing, which runs on the same threads, does not wait for pictures. */
test('ZR21: pictures are decoded one at a time', async () => {
  const picture = await createPicture()
  let highest = 0
  const observer = setInterval(() => {
    const { queue, process } = sharp.counters()
    highest = Math.max(highest, queue + process)
  }, 1)
  await Promise.all(Array.from({ length: 8 }, (_, index) => encodeImage(picture, `user ${index}`)))
  clearInterval(observer)

  expect(highest).toBe(1)
})

test('ZR21: one picture of a user does not wait for all pictures of another user', async () => {
  const picture = await createPicture()
  const done: string[] = []
  const encode = async (owner: string) => {
    await encodeImage(picture, owner)
    done.push(owner)
  }

  await Promise.all([...Array.from({ length: 4 }, () => encode('ada')), encode('grace')])

  expect(done).toEqual(['ada', 'ada', 'grace', 'ada', 'ada'])
})
