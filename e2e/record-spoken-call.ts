import type { Call } from '@parley/contract/phone'
import type { Page } from 'playwright-core'
import { dial, getLatestCall, hangUp, numbers, sleep, waitUntil, waitUntilConnected } from './calling.ts'
import { requestPhone } from './users.ts'

/** Calls a number that speaks, and returns the call when its recordings are complete. */
export async function recordSpokenCall(page: Page, app: Parameters<typeof dial>[1]): Promise<Call> {
  await page.goto(app.phoneUrl)
  await dial(page, app, numbers.keys)
  await waitUntilConnected(page)
  const { id } = await getLatestCall(page)
  await requestPhone(page, 'POST', `/calls/${id}/recording/start`, {})
  await waitUntil('it is recorded', async () => (await getLatestCall(page)).recordingState === 'on' || null)
  // The number speaks them.
  await requestPhone(page, 'POST', `/calls/${id}/digits`, { digits: '1,5,8,1,5,8' })
  await sleep(10_000)
  await hangUp(page)
  return await waitUntil('whole recordings', async () => {
    const latest = await getLatestCall(page)
    return latest.recordings.every(({ state }: { state: string }) => state === 'finished') ? latest : null
  })
}
