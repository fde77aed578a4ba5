import { delayTests } from '../../prompt-tests/records/index.ts'
import type { Services } from '../../services.ts'
import { delayAnalyses } from '../records/index.ts'

/** Lets all requests of a workspace to its provider of analysis wait until a time at least. */
export async function delayRequests(
  database: Services['database'],
  workspaceId: string,
  until: Date,
): Promise<void> {
  await delayAnalyses(database, workspaceId, until)
  await delayTests(database, workspaceId, until)
}
