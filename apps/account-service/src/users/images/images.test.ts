import { randomUUID } from 'node:crypto'
import { encode as encodeBmp } from 'bmp-ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Headers, setUpAccountService, signUp, startAccountService, uniqueEmail } from '../../testing.ts'

const service = setUpAccountService({ options: { publicUrl: 'http://accounts.example.com' } })

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 1 } } })

const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`

async function send(url: unknown) {
  const ada = await signUp(service(), uniqueEmail('ada'))
  return { ada, response: await service().patch('/users/me', { profile_image_url: url }, ada.headers) }
}

/** Fetches an image from the test service; its public origin is not reachable. */
async function fetchImage(url: string): Promise<Response> {
  return await fetch(url.replace('http://accounts.example.com', service().origin))
}

const bmp = () =>
  encodeBmp({ data: Buffer.alloc(40 * 30 * 4, 0x80), width: 40, height: 30, bitPP: 24 }).data as Buffer

interface BitmapData {
  readonly width: number
  readonly height: number
  readonly bitsPerPixel: number
  readonly compression: number
  readonly pixels: Buffer
}

function createBitmap({ width, height, bitsPerPixel, compression, pixels }: BitmapData): Buffer {
  const colours = 2 ** bitsPerPixel
  const head = Buffer.alloc(14 + 40 + colours * 4)
  head.write('BM')
  head.writeUInt32LE(head.length + pixels.length, 2)
  head.writeUInt32LE(head.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(bitsPerPixel, 28)
  head.writeUInt32LE(compression, 30)
  head.writeUInt32LE(pixels.length, 34)
  head.writeUInt32LE(colours, 46)
  head.fill(0x80, 54)
  return Buffer.concat([head, pixels])
}

/** A bitmap of one bit per pixel: few bytes for many pixels. */
function shortBmp(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(Math.ceil(width / 32) * 4 * height)
  return createBitmap({ width, height, bitsPerPixel: 1, compression: 0, pixels })
}

/** A valid bitmap of 40 x 30 pixels of one colour, of which each line is one run. */
function runLengthEncodedBmp(bitsPerPixel: number, compression: number): Buffer {
  const pixels = Buffer.from([...Array.from({ length: 30 }, () => [40, 1, 0, 0]).flat(), 0, 1])
  return createBitmap({ width: 40, height: 30, bitsPerPixel, compression, pixels })
}

/** A GIF of 64 x 64 pixels with many frames of one colour. */
function createLongGif(frames: number): Buffer {
  const head = Buffer.from('47494638396140004000800000000000ffffff', 'hex')
  const frame = Buffer.from('2c00000000010001000002024401 00'.replace(' ', ''), 'hex')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** Guarantee (MX4): uploaded images are re-encoded and served with their real type, without cookies. */
test.each([
  ['png', async () => dataUrl('png', await picture().png().toBuffer()), 'image/png'],
  ['jpeg', async () => dataUrl('jpeg', await picture().jpeg().toBuffer()), 'image/jpeg'],
  ['jpg', async () => dataUrl('jpg', await picture().jpeg().toBuffer()), 'image/jpeg'],
  ['gif', async () => dataUrl('gif', await picture().gif().toBuffer()), 'image/gif'],
  ['webp', async () => dataUrl('webp', await picture().webp().toBuffer()), 'image/webp'],
  ['bmp', async () => dataUrl('bmp', bmp()), 'image/png'],
])('MX4: an image sent as %s is stored and served', async (_type, url, contentType) => {
  const { response } = await send(await url())
  expect(response.status).toBe(200)
  const address = response.body.profile_image_url as string
  expect(address).toMatch(
    /^http:\/\/accounts\.example\.com\/images\/user-profile-images\/[0-9a-f-]{36}\.[a-z]+$/,
  )

  const shown = await fetchImage(address)
  expect(shown.headers.get('content-type')).toBe(contentType)
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  expect(shown.headers.get('set-cookie')).toBeNull()
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
    width: 40,
    height: 30,
  })
})

test('MX4: metadata is stripped, and a large image is scaled down', async () => {
  const secret = 'taken at home'
  const bytes = await picture(2_000, 1_000)
    .jpeg({ quality: 20 })
    .withExif({ IFD0: { Copyright: secret } })
    .toBuffer()
  expect(bytes.toString('latin1')).toContain(secret)
  const { response } = await send(dataUrl('jpeg', bytes))
  const shown = Buffer.from(await (await fetchImage(response.body.profile_image_url)).arrayBuffer())

  expect(shown.toString('latin1')).not.toContain(secret)
  expect(await sharp(shown).metadata()).toMatchObject({ width: 1024, height: 512 })
})

test('MX4: a comment and what follows the image are dropped', async () => {
  const comment = Buffer.from('<script>in a comment</script>')
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  const jpeg = await picture().jpeg().toBuffer()
  const bytes = Buffer.concat([
    jpeg.subarray(0, 2),
    head,
    comment,
    jpeg.subarray(2),
    Buffer.from('<script>after the end</script>'),
  ])
  const { response } = await send(dataUrl('jpeg', bytes))
  const shown = await fetchImage(response.body.profile_image_url)

  expect(shown.status).toBe(200)
  expect(Buffer.from(await shown.arrayBuffer()).toString('latin1')).not.toContain('<script>')
})

test.each([
  ['a script that says it is a PNG', () => dataUrl('png', Buffer.from('<script>alert(1)</script>'))],
  ['an SVG', () => `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
  ['an SVG declared as PNG', () => dataUrl('png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  [
    'a bitmap that declares enormous dimensions',
    () => {
      const bytes = bmp()
      bytes.writeInt32LE(60_000, 18)
      bytes.writeInt32LE(60_000, 22)
      return dataUrl('bmp', bytes)
    },
  ],
  ['a bitmap of more than 1024 × 1024 that is short', () => dataUrl('bmp', shortBmp(1025, 1024))],
  ['a bitmap of two bytes', () => dataUrl('bmp', Buffer.from('BM'))],
  ['an external URL', () => 'https://example.com/ada.png'],
  ['no Base64', () => 'data:image/png;base64,!!!'],
  ['a page', () => 'data:text/html;base64,PGI+'],
  ['a PDF document', () => dataUrl('png', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'))],
  ['a GIF of 15,000 frames', () => dataUrl('gif', createLongGif(15_000))],
  ['a bitmap without pixels', () => dataUrl('bmp', bmp().subarray(0, 54))],
  ['more than 300 KiB', () => dataUrl('png', Buffer.alloc(300 * 1024))],
])('MX4: %s is rejected with a message', async (_what, url) => {
  const { ada, response } = await send(url())

  expect([response.status, typeof response.body]).toEqual([400, 'string'])
  expect((await service().get('/users/me', ada.headers)).body.profile_image_url).toBeNull()
})

/** Guarantee (ZR493): an image of 300 KiB does not occupy the process for a second. */
test.each([
  ['8', runLengthEncodedBmp(8, 1)],
  ['4', runLengthEncodedBmp(4, 2)],
])('ZR493: a run-length encoded bitmap of %s bits per pixel is not decoded', async (_bits, bytes) => {
  const { response } = await send(dataUrl('bmp', bytes))

  expect([response.status, typeof response.body]).toEqual([400, 'string'])
})

test('MX4: a small file that decodes to too many pixels is rejected', async () => {
  const bytes = await picture(5_000, 5_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bytes.length).toBeLessThan(200 * 1024)
  expect((await send(dataUrl('png', bytes))).response.status).toBe(400)
})

test('null clears an image, which is then no longer served; an unknown image is not found', async () => {
  const { ada, response } = await send(dataUrl('png', await picture().png().toBuffer()))
  const cleared = await service().patch('/users/me', { profile_image_url: null }, ada.headers)

  expect(cleared.body.profile_image_url).toBeNull()
  expect((await fetchImage(response.body.profile_image_url)).status).toBe(404)
  for (const file of [`${randomUUID()}.png`, 'x.png', '..%2f..%2fetc%2fpasswd', `${randomUUID()}.png.html`])
    expect((await fetch(`${service().origin}/images/user-profile-images/${file}`)).status).toBe(404)
})

/**
 * Guarantee: images of a user or team are deleted with them, even if the origin of the service has changed.
 */
describe('images of deleted users and teams', () => {
  async function picturesOfAda() {
    const profile_image_url = dataUrl('png', await picture().png().toBuffer())
    const { ada, response } = await send(profile_image_url)
    const team = await service().post(
      '/teams',
      { display_name: 'Engines', profile_image_url, creator_user_id: 'me' },
      ada.headers,
    )
    const member = await service().patch(
      `/team-member-profiles/${team.body.id}/me`,
      { profile_image_url },
      ada.headers,
    )
    const urls = {
      user: response.body.profile_image_url as string,
      team: team.body.profile_image_url as string,
      member: member.body.profile_image_url as string,
    }
    const shown = async () => ({
      user: (await fetchImage(urls.user)).status,
      team: (await fetchImage(urls.team)).status,
      member: (await fetchImage(urls.member)).status,
    })
    expect(await shown()).toEqual({ user: 200, team: 200, member: 200 })
    return { ada, teamId: team.body.id as string, shown }
  }

  test('are deleted with a team, including those of its members', async () => {
    const { teamId, shown } = await picturesOfAda()
    expect((await service().delete(`/teams/${teamId}`, service().serverHeaders)).status).toBe(200)

    expect(await shown()).toEqual({ user: 200, team: 404, member: 404 })
  })

  test('are deleted with a user, including those of memberships, after the origin has changed', async () => {
    const { ada, shown } = await picturesOfAda()
    await using moved = await startAccountService({
      server: service().server,
      options: { publicUrl: 'https://moved.example.com' },
    })
    expect((await moved.delete(`/users/${ada.userId}`, moved.serverHeaders)).status).toBe(200)

    expect(await shown()).toEqual({ user: 404, team: 200, member: 404 })
  })
})

test('MX4: a bitmap that decodes to the maximum number of pixels is accepted', async () => {
  const { response } = await send(dataUrl('bmp', shortBmp(1024, 1024)))
  const shown = Buffer.from(await (await fetchImage(response.body.profile_image_url)).arrayBuffer())

  expect(await sharp(shown).metadata()).toMatchObject({ width: 1024, height: 1024 })
})

/** Guarantee: unreferenced images are deleted eventually, referenced ones never. */
test('an unreferenced image is deleted after a day, and referenced ones remain', async () => {
  await using isolated = await startAccountService()
  const ada = await signUp(isolated, uniqueEmail('ada'))
  const profile_image_url = dataUrl('png', await picture().png().toBuffer())
  const team = await isolated.post(
    '/teams',
    { display_name: 'Engines', profile_image_url },
    isolated.serverHeaders,
  )
  await isolated.post(`/team-memberships/${team.body.id}/${ada.userId}`, {}, isolated.serverHeaders)
  const profile = `/team-member-profiles/${team.body.id}/me`
  const shown = [
    (await isolated.patch('/users/me', { profile_image_url }, ada.headers)).body.profile_image_url as string,
    team.body.profile_image_url as string,
    (await isolated.patch(profile, { profile_image_url }, ada.headers)).body.profile_image_url as string,
  ]
  // Of two concurrent updates, neither sees the image of the other.
  const { rows } = await isolated.server.pool.query(
    `insert into accounts.images (id, project_id, folder, format, bytes, created_at)
     select gen_random_uuid(), project_id, folder, format, bytes, created_at from accounts.images
     returning folder, id, format`,
  )
  const leftBehind = rows.map(({ folder, id, format }) => `/images/${folder}/${id}.${format}`)
  const statuses = (addresses: readonly string[]) =>
    Promise.all(
      addresses.map(
        async (url) => (await fetch(new URL(new URL(url, isolated.origin).pathname, isolated.origin))).status,
      ),
    )
  const startedAfter = async (hours: number) => {
    const now = () => new Date(Date.now() + hours * 60 * 60_000)
    // Disposal waits for the clean-up that starts immediately.
    await using _later = await startAccountService({ server: isolated.server, now })
  }

  await startedAfter(23)
  expect(await statuses(leftBehind)).toEqual([200, 200, 200])
  await startedAfter(25)
  expect(await statuses(leftBehind)).toEqual([404, 404, 404])
  expect(await statuses(shown)).toEqual([200, 200, 200])
})

/** Guarantee (MX4): image decoding is limited per user. */
test('MX4: of thirty-five concurrent images of a user thirty are accepted, and other users are unaffected', async () => {
  await using strict = await startAccountService({ server: service().server, rateLimitFactor: 1 })
  const [ada, grace] = [await signUp(strict, uniqueEmail('ada')), await signUp(strict, uniqueEmail('grace'))]
  const url = dataUrl('png', await picture().png().toBuffer())
  const change = (headers: Headers) => strict.patch('/users/me', { profile_image_url: url }, headers)
  const responses = await Promise.all(Array.from({ length: 35 }, () => change(ada.headers)))

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
  expect((await change(grace.headers)).status).toBe(200)
})
