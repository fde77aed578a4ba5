import { randomUUID } from 'node:crypto'
import { createWavHeader } from '@parley/primitives'
import { insertSampleCall } from '../../sample-calls/index.ts'
import { createSilence, join, readSpeech, toMs } from '../../speech-activity/testing/build-track.ts'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import type { TestPhone } from '../../testing/start-phone.ts'

/** The speech of 8 kHz of the two participants. */
export interface Talk {
  readonly user: Int16Array
  readonly other: Int16Array
}

/** Returns a conversation: the user talks for `userMs`, and after half a second the other participant does. */
export async function createTalk(): Promise<Talk & { readonly userMs: number; readonly otherMs: number }> {
  const [user, other] = [await readSpeech('welcome'), await readSpeech('emergency')]
  const [userMs, otherMs] = [toMs(user), toMs(other)]
  return {
    user: join(user, createSilence(otherMs / 1_000 + 3)),
    other: join(createSilence(userMs / 1_000 + 0.5), other, createSilence(2.5)),
    userMs,
    otherMs,
  }
}

/** Adds an ended call of a user with its recordings, as the service stores them. Returns its id. */
export async function recordTalk(
  phone: Pick<TestPhone, 'database' | 'dataDirectory'>,
  user: FakeUser,
  { user: own, other }: Talk,
): Promise<string> {
  const notes = randomUUID()
  await insertSampleCall(phone.database, phone.dataDirectory, {
    workspaceId: user.teamIds[0] ?? '',
    userId: user.id,
    userName: user.displayName,
    direction: 'outgoing',
    number: '+12125550142',
    callerName: null,
    notes,
    startedAt: Date.now() - 60 * 60_000,
    recording: { durationMs: Math.floor(toMs(own)), user: toWav(own), other: toWav(other) },
  })
  const { rows } = await phone.database.pool.query('select id from phone.calls where notes = $1', [notes])
  return rows[0].id
}

function toWav(sound: Int16Array): Buffer {
  const data = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength)
  return Buffer.concat([createWavHeader(8_000, data.length), data])
}
