import { deleteCommentsOfUser } from '../../call-comments/records/index.ts'
import { type ErasedSubject, removeOwnNumber } from '../../call-log/index.ts'
import { deleteCopies } from '../../contact-changes/index.ts'
import {
  deleteDrafts,
  deleteExamples,
  deleteImportCopies,
  hasRunningImport,
} from '../../contact-imports/index.ts'
import { deleteContactsWithNumber, preventImports } from '../../contacts/index.ts'
import { convertRefusals, deleteRefusalsOfNumber } from '../../limits/index.ts'
import { deleteCallerIdChoicesOfNumber } from '../../numbers/index.ts'
import { deleteUnverified } from '../../verified-numbers/index.ts'
import { deleteEventsWith } from '../../webhooks/records/index.ts'
import {
  collectCalls,
  listNamesOfUser,
  removeNames,
  type StoredErasure,
  saveSubject,
} from '../records/index.ts'
import { listDigits, sealSubject } from '../subject.ts'
import { eraseNumberInCall, eraseUserInCall } from './erase-call.ts'
import { eraseCalls } from './erase-calls.ts'
import { type ErasureDeps, type ErasureTurn, type Rest, toRequestEnd } from './erasure-turn.ts'
import { removeMentions } from './remove-mentions.ts'

/** Contacts of one transaction. */
const maxContacts = 50

type NumberSubject = Extract<ErasedSubject, { number: string }>
type UserSubject = Extract<ErasedSubject, { userId: string }>

type Problem = StoredErasure['problem']

/** Whole tables are searched in the first turn and in the last one only. */
const isFirstTurn = ({ stored }: ErasureTurn) => Object.keys(stored.counts).length === 0

/** Deletes rejected calls to a number. Returns whether an earlier version has stored some that are not searched yet. */
async function deleteRefusals(
  deps: ErasureDeps,
  turn: ErasureTurn,
  subject: NumberSubject,
): Promise<boolean> {
  let hasMore = false
  await turn.run(async (transaction) => {
    hasMore = await convertRefusals({ ...deps, database: transaction }, subject.workspaceId)
    return { rejectedCalls: await deleteRefusalsOfNumber(transaction, subject) }
  })
  return hasMore
}

/** Deletes what is left when a turn has found nothing else. */
export async function eraseRest(deps: ErasureDeps, turn: ErasureTurn, subject: ErasedSubject): Promise<Rest> {
  if ('userId' in subject) {
    await turn.run(async (transaction) => {
      const names = await listNames(deps, subject)
      return { names: await removeNames(transaction, { ...subject, names }) }
    })
    return { problem: null, isFinished: true }
  }
  if (await deleteRefusals(deps, turn, subject)) return { problem: null, isFinished: false }
  return await removeMentions(deps, turn, subject)
}

/** Returns the names that were found until now, and those that the workspace has. */
async function listNames({ database }: ErasureDeps, subject: UserSubject): Promise<string[]> {
  return [...new Set([...(subject.names ?? []), ...(await listNamesOfUser(database, subject))])]
}

/** Deletes all that is found of a number now. Returns why some of it could not be deleted, or null. */
export async function eraseNumber(
  deps: ErasureDeps,
  turn: ErasureTurn,
  subject: NumberSubject,
): Promise<Problem> {
  const { workspaceId, number } = subject
  const { id, requestedAt } = turn.stored
  const isFirst = isFirstTurn(turn)
  // Before the calls lose the number: the caller IDs are found by it at any time.
  await turn.run(async (transaction) => {
    await collectCalls(transaction, id, { subject, until: toRequestEnd(requestedAt) })
    return { importFiles: await deleteDrafts(transaction, workspaceId, requestedAt) }
  })
  if (isFirst) await deleteRefusals(deps, turn, subject)
  const problem = await eraseContacts(deps, turn, subject)
  const hasFailed = await eraseCalls(deps, turn, async (transaction, callId) =>
    eraseNumberInCall(deps, transaction, { callId, erasure: turn.stored, number }),
  )
  await turn.run(async (transaction) => {
    await deleteCallerIdChoicesOfNumber(transaction, workspaceId, number)
    await deleteExamples(transaction, workspaceId, listDigits(number))
    await removeOwnNumber(transaction, workspaceId, number)
    await deleteUnverified(transaction, workspaceId, number)
    return {}
  })
  return hasFailed ? 'failed' : problem
}

async function eraseContacts(
  { database, live }: ErasureDeps,
  turn: ErasureTurn,
  { workspaceId, number }: NumberSubject,
): Promise<'import-running' | null> {
  let hasMore = true
  let isPrevented = false
  let isChanged = false
  let isFirstBatch = true
  while (hasMore && !isPrevented)
    await turn.run(async (transaction) => {
      isPrevented = !(await preventImports(transaction, workspaceId))
      if (isPrevented) return {}
      const contactIds = await deleteContactsWithNumber(transaction, {
        workspaceId,
        number,
        max: maxContacts,
      })
      hasMore = contactIds.length === maxContacts
      isChanged ||= contactIds.length > 0
      const erased = { workspaceId, number: isFirstBatch ? number : null, contactIds }
      isFirstBatch = false
      const contactCopies =
        (await deleteCopies(transaction, erased)) + (await deleteImportCopies(transaction, erased))
      return { contacts: contactIds.length, contactCopies }
    })
  if (isChanged) live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return isPrevented || (await hasRunningImport(database, workspaceId)) ? 'import-running' : null
}

/** Deletes all that is found of a former member now. Returns why some of it could not be deleted, or null. */
export async function eraseUser(
  deps: ErasureDeps,
  turn: ErasureTurn,
  subject: UserSubject,
): Promise<Problem> {
  const { id, requestedAt } = turn.stored
  const isFirst = isFirstTurn(turn)
  const names = await listNames(deps, subject)
  const user = { ...subject, names }
  await turn.run(async (transaction) => {
    // Before they are removed: some places are found by them.
    if (names.length > (subject.names?.length ?? 0))
      await saveSubject(transaction, id, sealSubject(deps, id, user))
    await collectCalls(transaction, id, { subject, until: toRequestEnd(requestedAt) })
    // Also of calls to them that have reached no device of theirs.
    await deleteEventsWith(transaction, subject.workspaceId, [subject.userId, ...names])
    return {
      comments: await deleteCommentsOfUser(transaction, subject, toRequestEnd(requestedAt)),
      names: isFirst ? await removeNames(transaction, user) : 0,
    }
  })
  const hasFailed = await eraseCalls(deps, turn, async (transaction, callId) =>
    eraseUserInCall(deps, transaction, { callId, erasure: turn.stored, user }),
  )
  return hasFailed ? 'failed' : null
}
