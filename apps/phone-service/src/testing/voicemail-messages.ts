import { waitUntil } from '@parley/primitives'
import { detectTones } from '@parley/rtp'
import type { DatabaseServer } from '@parley/server'
import { expect } from 'vitest'
import type { FakeUser } from './fake-account-service.ts'
import { fetchWav } from './fetch-wav.ts'
import type { TestPhone } from './start-phone.ts'

/** Long enough for several attempts to save the end of a call. */
const limitMs = 30_000

interface SpokenMessage {
  readonly spokenMs: number
  /** The tone that the caller plays. */
  readonly toneHz: number
}

/** Waits until a caller of a workspace has spoken for `spokenMs`, and returns when the message has begun. */
export async function waitUntilSpoken(
  { database }: { readonly database: DatabaseServer },
  user: FakeUser,
  spokenMs: number,
): Promise<number> {
  return await waitUntil(`a caller has spoken for ${spokenMs} ms`, async () => {
    const { rows } = await database.pool.query(
      `select (state->'voicemail'->>'at')::float8 as at from phone.calls
       where workspace_id = any($1) and phase <> 'ended' and state->'voicemail'->>'stage' = 'message'`,
      [user.teamIds],
    )
    return rows.length === 1 && Date.now() - rows[0].at > spokenMs && rows[0].at
  })
}

/** Waits until the only message of a workspace is listed. Its audio must be as long as what was spoken, and not silent. */
export async function expectMessage(phone: TestPhone, user: FakeUser, { spokenMs, toneHz }: SpokenMessage) {
  const [message] = await waitUntil(
    'the message is listed',
    async () => {
      const { items } = (await phone.as(user).get('/voicemails')).body
      return items?.length === 1 && items
    },
    limitMs,
  )
  expect(message).toMatchObject({ mailbox: 'workspace', call: { endReason: 'voicemail' } })
  expect(Math.abs(message.durationMs - spokenMs)).toBeLessThan(1_000)
  const { samples, sampleRate } = await fetchWav(phone, user, `/calls/${message.call.id}/audio-links`)
  expect(Math.abs((samples.length / sampleRate) * 1_000 - message.durationMs)).toBeLessThan(100)
  const middle = samples.subarray(Math.floor(samples.length / 3), Math.floor((samples.length * 2) / 3))
  expect(detectTones(middle, [toneHz, 1_000], sampleRate)).toEqual([toneHz])
  return message
}
