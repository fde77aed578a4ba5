import { randomUUID } from 'node:crypto'
import type { Conference } from '@parley/call-engine'
import type { Services } from '../services.ts'
import { saveTestDigits } from './test-calls.ts'

/** Longer than a test waits before it repeats its digits. A provider may not report the end of the call. */
const maxIdleMs = 10_000
const maxDigits = 50
/** As often as a test sends its digits. So a test call that is answered lasts 30 s at most. */
const maxAnswers = 2

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
      return await saveTestDigits(database, testCallId, digits)
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the caller has hung up, or digits arrive after the test has ended: `save` resolves to false. */
async function answerDigits(
  conference: Conference,
  legId: string,
  save: (digits: string) => Promise<boolean>,
): Promise<void> {
  let digits = ''
  let answers = 0
  for await (const event of conference.events) {
    if (event.type === 'leg-left' && event.legId === legId) return
    if (event.type !== 'digit' || answers >= maxAnswers) continue
    if (event.digit !== '#') {
      if (digits.length < maxDigits) digits += event.digit
      continue
    }
    answers += 1
    if (!(await save(digits))) return
    await conference.sendDigits(legId, `${toExpectedAnswer(digits)}#`)
    digits = ''
  }
}

/** Returns the digits with which a test call answers. */
export function toExpectedAnswer(digits: string): string {
  return [...digits].reverse().join('')
}
