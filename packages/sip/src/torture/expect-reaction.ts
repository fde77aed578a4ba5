import { expect } from 'vitest'
import type { Expectation } from './expectations.ts'
import { isWellFormedResponse, sendToAgent } from './send-to-agent.ts'

/** Sends a message to a user agent and compares its reaction with what RFC 4475 requires. */
export async function expectReaction(bytes: Uint8Array, expectation: Expectation): Promise<void> {
  const { statuses, calls } = await sendToAgent(bytes)

  if (expectation === 'call') {
    expect(calls).toHaveLength(1)
    expect(statuses).toEqual([])
  } else if (typeof expectation === 'number') {
    expect(statuses).toEqual([expectation])
    expect(calls).toEqual([])
  } else {
    expect(statuses).toEqual([])
    expect(calls).toEqual([])
    if (expectation === 'read') expect(isWellFormedResponse(bytes)).toBe(true)
  }
}
