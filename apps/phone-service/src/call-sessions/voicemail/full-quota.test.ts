import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { createLog } from '@parley/server'
import { expect, test } from 'vitest'
import { findSpokenLanguage } from '../../testing/find-spoken-language.ts'
import { saveMenus } from '../../testing/menu-calls.ts'
import { recordPlayers } from '../../testing/record-players.ts'
import { saveQueue, startBakery } from '../../testing/start-bakery.ts'
import type { TestPhone } from '../../testing/start-phone.ts'
import { expectMessage, waitUntilSpoken } from '../../testing/voicemail-messages.ts'

const voicemail = { kind: 'voicemail', announcementId: null }
const voiceHz = 500
/** Audio of less than four seconds at 8 kHz: a message has a second when the space is checked. */
const smallQuota = { recordings: { maxBytesPerWorkspace: 60_000 } }

/** Starts a bakery whose callers hear German, and that has recorded as much as its quota allows. */
async function startFullBakery(...[options, ...rest]: Parameters<typeof startBakery>) {
  const bakery = await startBakery({ ...options, recordings: { maxBytesPerWorkspace: 0 } }, ...rest)
  await bakery.phone.as(bakery.ada).put('/limits/language', { language: 'de-DE' })
  return bakery
}

async function waitForEnd({ phone, ada }: Awaited<ReturnType<typeof startBakery>>) {
  return await waitUntil('the call has ended', async () => {
    const [call] = (await phone.as(ada).get('/calls')).body.items
    return call?.phase === 'ended' && call
  })
}

async function waitForStage({ database }: Pick<TestPhone, 'database'>, stage: string): Promise<void> {
  await waitUntil(`the voicemail is at the stage ${stage}`, async () => {
    const { rows } = await database.pool.query(
      "select state->'voicemail'->>'stage' as stage from phone.calls",
    )
    return rows[0]?.stage === stage
  })
}

/** Guarantee (ZR597): no call ends without a word because there is no space for a message. */
test('ZR597: a caller for whose message there is no space hears that none can be recorded, and is missed', async () => {
  await using bakery = await startFullBakery()
  const { phone, ada, trunk } = bakery
  expect((await saveMenus(phone.as(ada), { menus: [], open: voicemail })).status).toBe(200)

  const far = await trunk.callIn()

  await far.next('answered')
  expect(await findSpokenLanguage(far, 'voicemail-full')).toBe('de-DE')
  await far.next('ended')
  expect(await waitForEnd(bakery)).toMatchObject({ endReason: 'missed', recordingState: 'off' })
  expect((await phone.as(ada).get('/voicemails')).body.items).toEqual([])
})

/** Guarantee: callers do not fill the log. */
test('ZR712: of the calls of one workspace for which there is no space, the first is logged', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  await using bakery = await startFullBakery({ log })
  const { phone, ada, trunk } = bakery
  expect((await saveMenus(phone.as(ada), { menus: [], open: voicemail })).status).toBe(200)

  const calls = [await trunk.callIn(), await trunk.callIn()]
  for (const call of calls) await call.next('answered')

  expect(lines.filter((line) => line.includes('voicemail.no_message'))).toHaveLength(1)
})

test('ZR597: a caller who has waited in a queue hears after the music that no message can be recorded', async () => {
  let aheadMs = 0
  const { played, wrapEngine } = recordPlayers()
  await using bakery = await startFullBakery({ now: () => new Date(Date.now() + aheadMs) }, wrapEngine)
  const { phone, ada, grace, trunk } = bakery
  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  await saveQueue(phone, ada, [grace], { queue: { maxWaitSeconds: 30 }, unanswered: voicemail })
  const far = await trunk.callIn()
  await far.next('answered')

  aheadMs = 31_000
  await far.next('ended')
  expect(played.map(({ name }) => name)).toEqual(['hold-music', 'voicemail-full.de-DE'])
  expect(await waitForEnd(bakery)).toMatchObject({ endReason: 'missed' })
})

test.each(['hears the sentence to its end', 'hangs up before'])(
  'ZR597: a message that exceeds the quota is retained, and its caller, who %s, hears that no more can be recorded',
  async (end) => {
    await using bakery = await startBakery(smallQuota)
    const { phone, ada, trunk } = bakery
    expect((await saveMenus(phone.as(ada), { menus: [], open: voicemail })).status).toBe(200)
    const far = await trunk.callIn()
    await far.next('answered')
    far.press('#')
    far.play(createSine(voiceHz, 8_000))
    const begunAt = await waitUntilSpoken(phone, ada, 0)

    await waitForStage(phone, 'full')
    const spokenMs = Date.now() - begunAt
    if (end === 'hangs up before') await far.hangUp()
    else {
      expect(await findSpokenLanguage(far, 'voicemail-full')).toBe('en-US')
      await far.next('ended')
    }

    const message = await expectMessage(phone, ada, { spokenMs, toneHz: voiceHz })
    expect(message.call.recordingState).toBe('no-space')
  },
)
