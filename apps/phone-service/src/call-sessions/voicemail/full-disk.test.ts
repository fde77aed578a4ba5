import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { mountSmallDisk } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { saveMenus, tones, uploadTone } from '../../testing/menu-calls.ts'
import { openIncomingTrunk } from '../../testing/open-incoming-trunk.ts'
import { startPhone } from '../../testing/start-phone.ts'
import { expectMessage, waitUntilSpoken } from '../../testing/voicemail-messages.ts'
import { waitUntilStored } from '../../testing/wait-until-stored.ts'

const voiceHz = 500

/** Starts a phone that leads all calls to voicemail and writes messages to a small disk. */
async function startSmallPhone() {
  const stack = new AsyncDisposableStack()
  const disk = stack.use(await mountSmallDisk(1))
  await symlink(disk.path, join(disk.dataDirectory, 'recordings-spool'))
  // Otherwise the disk is too small for the first message.
  const recordings = { minFreeDiskBytes: 1 }
  const phone = stack.use(await startPhone({ dataDirectory: disk.dataDirectory, recordings }))
  const ada = phone.signUp('Ada')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const as = phone.as(ada)
  const open = { kind: 'voicemail', announcementId: await uploadTone(as, tones.main) }
  expect((await saveMenus(as, { menus: [], open })).status).toBe(200)
  return { disk, phone, ada, as, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type SmallPhone = Awaited<ReturnType<typeof startSmallPhone>>

/** Has a caller speak, and returns when the message has begun. */
async function speak({ phone, ada, trunk }: SmallPhone, spokenMs: number) {
  const far = await trunk.callIn()
  await far.next('answered')
  far.play(createSine(voiceHz, 8_000))
  return { far, begunAt: await waitUntilSpoken(phone, ada, spokenMs) }
}

const isRoot = process.getuid?.() === 0

/** Guarantee (ZR546): a full disk costs the end of a message, not its beginning, and no later message. */
test.skipIf(!isRoot)(
  'ZR546: a message that fills the disk ends its call, and what was recorded is listed',
  async () => {
    await using small = await startSmallPhone()
    const { disk, phone, ada, as, trunk } = small

    const { far, begunAt } = await speak(small, 2_500)
    await disk.fill()
    const filledAt = Date.now()
    await far.next('ended')

    const message = await expectMessage(phone, ada, { spokenMs: filledAt - begunAt, toneHz: voiceHz })
    expect(message.call.recordingState).toBe('no-space')
    await waitUntilStored(phone, message.call.id)
    // The stored file has left space.
    await disk.fill()
    const rejected = await trunk.callIn()
    await rejected.next('answered')
    await rejected.receivesSpeech()
    await rejected.next('ended')
    await disk.empty()
    expect((await as.delete(`/voicemails/${message.call.id}`)).status).toBe(200)
    const next = await speak(small, 2_000)
    await next.far.hangUp()
    await expectMessage(phone, ada, { spokenMs: Date.now() - next.begunAt, toneHz: voiceHz })
  },
)

test.skipIf(!isRoot)(
  'ZR546: a caller of whose message nothing could be recorded has left no message, and is missed',
  async () => {
    await using small = await startSmallPhone()
    const { disk, as } = small

    const { far } = await speak(small, 0)
    await disk.fill()
    await far.next('ended')

    const call = await waitUntil('the call has ended', async () => {
      const [last] = (await as.get('/calls')).body.items
      return last?.phase === 'ended' && last
    })
    expect(call).toMatchObject({ endReason: 'missed', recordingState: 'no-space' })
    expect((await as.get('/voicemails')).body.items).toEqual([])
  },
)
