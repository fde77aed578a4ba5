import { required } from '@parley/primitives'
import { connectToDatabase } from '@parley/server'
import type { Page } from 'playwright-core'
import { getLatestCall, waitUntil } from './calling.ts'
import type { ReceivedMail } from './smtp-receiver.ts'

/** Returns the link of an e-mail to a path. */
export function findLink({ source }: ReceivedMail, path: string): string {
  const links = source.match(/https?:\/\/[^\s"<]+/g) ?? []
  return required(
    links.find((link) => new URL(link).pathname.endsWith(path)),
    `a link to ${path}`,
  )
}

/** Waits until the latest call, which is not `before`, has ended. Returns its id. */
export async function waitForEnd(page: Page, before?: string): Promise<string> {
  const call = await waitUntil('the call has ended', async () => {
    const latest = await getLatestCall(page)
    return latest && latest.id !== before && latest.endedAt !== null ? latest : null
  })
  return call.id
}

/** Ends a call some minutes earlier, so that its e-mail does not wait for those of further calls. */
export async function skipCollecting(
  { dataDirectory }: { dataDirectory: string },
  callId: string,
): Promise<void> {
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  await database.pool.query(
    `update phone.calls set state = jsonb_set(state::jsonb, '{endedAt}', to_jsonb((state->>'endedAt')::bigint - 240000))
     where id = $1`,
    [callId],
  )
}
