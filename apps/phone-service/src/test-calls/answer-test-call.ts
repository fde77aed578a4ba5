import { randomUUID } from 'node:crypto'
import type { Conference } from '@parley/call-engine'
import type { Services } from '../services.ts'
import { saveTestDigits } from './test-calls.ts'

/** Longer than a test waits before it repeats its digits. A provider may not report the end of the call. */
const maxIdleMs = 10_000
const maxDigits = 50

/**
 * Answers an incoming test call. It sends the digits back in reverse order as soon as the pound key arrives, so that a
 * line that merely repeats its own audio does not pass. Not stored as a call: it belongs to no user.
 */
export async function answerTestCall(
  { engine, database }: Pick<Services, 'engine' | 'database'>,
  incomingId: string,
  testCallId: string,
): Promise<void> {
  await using conference = await engine.openConference()
  const timer = setTimeout(() => void conference.close(), maxIdleMs)
  try {
    const legId = randomUUID()
    await conference.addIncoming(incomingId, legId)
    await conference.answerIncoming(legId)
    await answerDigits(conference, legId, async (digits) => {
      timer.refresh()
      await saveTestDigits(database, testCallId, digits)
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the caller has hung up. */
async function answerDigits(
  conference: Conference,
  legId: string,
  save: (digits: string) => Promise<void>,
): Promise<void> {
  let digits = ''
  for await (const event of conference.events) {
    if (event.type === 'leg-left' && event.legId === legId) return
    if (event.type !== 'digit' || digits.length >= maxDigits) continue
    if (event.digit !== '#') {
      digits += event.digit
      continue
    }
    await save(digits)
    await conference.sendDigits(legId, `${toExpectedAnswer(digits)}#`)
    digits = ''
  }
}

/** Returns the digits with which a test call answers. */
export function toExpectedAnswer(digits: string): string {
  return [...digits].reverse().join('')
}
