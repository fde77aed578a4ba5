import { deleteCommentsOfUser } from '../../call-comments/records/index.ts'
import { type ErasedSubject, listNamesOfUser, publishDetails, removeOwnNumber } from '../../call-log/index.ts'
import { deleteCopies } from '../../contact-changes/index.ts'
import {
  deleteDrafts,
  deleteExamples,
  deleteImportCopies,
  hasRunningImport,
} from '../../contact-imports/index.ts'
import { deleteContactsWithNumber, preventImports } from '../../contacts/index.ts'
import { deleteRefusalsOfNumber } from '../../limits/index.ts'
import { deleteCallerIdChoicesOfNumber } from '../../numbers/index.ts'
import { collectCalls, listCallsToErase, removeNames, saveErasedCall } from '../records/index.ts'
import { listDigits } from '../subject.ts'
import { eraseNumberInCall, eraseUserInCall } from './erase-call.ts'
import { type ErasureDeps, type ErasureTurn, settlingMs } from './erasure-turn.ts'

/** Contacts of one transaction. */
const maxContacts = 50
/** Few: other workspaces wait for it. */
const maxCallsOfTurn = 100
/** The end of a call may still write its last data. */
const endedCallDelayMs = 60_000

type NumberSubject = Extract<ErasedSubject, { number: string }>
type UserSubject = Extract<ErasedSubject, { userId: string }>

/** Deletes all that is found of a number now. Returns whether contacts could not be deleted because of an import. */
export async function eraseNumber(
  deps: ErasureDeps,
  turn: ErasureTurn,
  subject: NumberSubject,
): Promise<'import-running' | null> {
  const { workspaceId, number } = subject
  const { id, requestedAt } = turn.stored
  // Before the calls lose the number: the refusals and the caller IDs are found by it at any time.
  await turn.run(async (transaction) => {
    await collectCalls(transaction, id, { subject, until: toCallsUntil(requestedAt) })
    return {
      importFiles: await deleteDrafts(transaction, workspaceId, requestedAt),
      rejectedCalls: await deleteRefusalsOfNumber(transaction, workspaceId, listDigits(number)),
    }
  })
  const problem = await eraseContacts(deps, turn, subject)
  await eraseCalls(deps, turn, async (transaction, callId) =>
    eraseNumberInCall(deps, transaction, { callId, erasure: turn.stored, number }),
  )
  await turn.run(async (transaction) => {
    await deleteCallerIdChoicesOfNumber(transaction, workspaceId, number)
    await deleteExamples(transaction, workspaceId, listDigits(number))
    await removeOwnNumber(transaction, workspaceId, number)
    return {}
  })
  return problem
}

/** Calls whose requests ran when the erasure was confirmed begin until then. */
const toCallsUntil = (requestedAt: Date) => new Date(requestedAt.getTime() + settlingMs)

async function eraseContacts(
  { database, live }: ErasureDeps,
  turn: ErasureTurn,
  { workspaceId, number }: NumberSubject,
): Promise<'import-running' | null> {
  let hasMore = true
  let isPrevented = false
  let isChanged = false
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
      const erased = { workspaceId, number, contactIds }
      const contactCopies =
        (await deleteCopies(transaction, erased)) + (await deleteImportCopies(transaction, erased))
      return { contacts: contactIds.length, contactCopies }
    })
  if (isChanged) live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return isPrevented || (await hasRunningImport(database, workspaceId)) ? 'import-running' : null
}

/** Deletes all that is found of a former member now. */
export async function eraseUser(deps: ErasureDeps, turn: ErasureTurn, subject: UserSubject): Promise<void> {
  const { id, requestedAt } = turn.stored
  // Before the calls lose the name, by which some places are found.
  const user = { ...subject, names: await listNamesOfUser(deps.database, subject) }
  await turn.run(async (transaction) => {
    await collectCalls(transaction, id, { subject, until: toCallsUntil(requestedAt) })
    return {
      comments: await deleteCommentsOfUser(transaction, subject),
      names: await removeNames(transaction, user),
    }
  })
  await eraseCalls(deps, turn, async (transaction, callId) =>
    eraseUserInCall(deps, transaction, { callId, erasure: turn.stored, user }),
  )
}

async function eraseCalls(
  deps: ErasureDeps,
  turn: ErasureTurn,
  erase: (
    transaction: Parameters<typeof eraseUserInCall>[1],
    callId: string,
  ) => ReturnType<typeof eraseUserInCall>,
): Promise<void> {
  const { id, workspaceId } = turn.stored
  const endedBefore = new Date(deps.now().getTime() - endedCallDelayMs)
  let hasVoicemails = false
  for (const callId of await listCallsToErase(deps.database, id, { endedBefore, max: maxCallsOfTurn })) {
    let erased: Awaited<ReturnType<typeof eraseUserInCall>> = { call: null }
    await turn.run(async (transaction) => {
      erased = await erase(transaction, callId)
      const { call, ...counts } = erased
      if (call) await saveErasedCall(transaction, id, callId)
      return counts
    })
    if (erased.call) publishDetails(deps.live, [erased.call])
    hasVoicemails ||= (erased.voicemails ?? 0) > 0
  }
  if (hasVoicemails) deps.live.sendToWorkspace(workspaceId, { type: 'voicemails.changed' })
}
