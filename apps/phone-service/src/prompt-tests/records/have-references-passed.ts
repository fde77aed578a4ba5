import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { listDifferences } from './compare-values.ts'
import { listReferences } from './reference-calls.ts'
import { listResults } from './test-results.ts'
import { listRuns, lockPromptTests, type TestedPrompt } from './test-runs.ts'

/**
 * Returns whether the latest result of each reference call of a workspace, in a run of the reference calls with a prompt, has
 * its expected values. Until the transaction ends, no reference call is changed.
 */
export async function haveReferencesPassed(
  transaction: Kysely<PhoneTables>,
  workspaceId: string,
  prompt: TestedPrompt,
): Promise<boolean> {
  await lockPromptTests(transaction, workspaceId)
  const references = await listReferences(transaction, workspaceId)
  if (references.length === 0) return true
  const runs = (await listRuns(transaction, workspaceId, new Date(0))).filter(
    ({ purpose, text, outputFields }) =>
      purpose === 'references' &&
      text === prompt.text &&
      isDeepStrictEqual(outputFields, [...prompt.outputFields]),
  )
  const results = await listResults(
    transaction,
    runs.map(({ id }) => id),
  )
  return references.every(({ callId, expected }) => {
    const [latest] = results
      .flatMap((result) =>
        result.callId === callId && result.prompt === 'draft' && result.answer ? [result.answer] : [],
      )
      .toSorted((a, b) => b.completedAt.getTime() - a.completedAt.getTime())
    return latest !== undefined && listDifferences(expected, latest.fields).length === 0
  })
}
