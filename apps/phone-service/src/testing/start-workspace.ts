import { randomUUID } from 'node:crypto'
import { insertCall, type StoredCall } from '../call-log/index.ts'
import { type CallEvent, type CallState, createCallState, nextCallState } from '../call-state/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { createStoredCall } from './create-stored-call.ts'
import type { FakeUser } from './fake-account-service.ts'
import { startPhone, type TestPhone } from './start-phone.ts'

/** The number of the remote party of stored calls. */
export const callerNumber = '+12125550142'

/** Starts a phone with Ada, who administers a workspace with Grace and Linus, and Hedy in another one. */
export async function startWorkspace() {
  const phone = await startPhone()
  const workspace = phone.accounts.addTeam('Bakery')
  return {
    phone,
    workspace,
    ada: phone.accounts.addUser('Ada', [workspace], [workspace]),
    grace: phone.accounts.addUser('Grace', [workspace]),
    linus: phone.accounts.addUser('Linus', [workspace]),
    hedy: phone.signUp('Hedy'),
  }
}

/** Stores an incoming call that ended, and rang for a user or, without one, for the workspace. */
export async function insertIncomingCall(
  phone: TestPhone,
  workspaceId: string,
  {
    answeredBy,
    ringUser,
    startedAt = 1,
    ...properties
  }: { answeredBy?: FakeUser; ringUser?: FakeUser; startedAt?: number } & Partial<StoredCall> = {},
): Promise<string> {
  const [userId = null, userName = null] = answeredBy ? [answeredBy.id, answeredBy.displayName] : []
  const [caller, callee] = [randomUUID(), randomUUID()]
  const { number = callerNumber } = properties
  const answer: readonly CallEvent[] = [
    { type: 'leg-added', at: startedAt, leg: { id: caller, kind: 'phone', number: number ?? undefined } },
    { type: 'leg-added', at: startedAt + 1, leg: { id: callee, kind: 'browser', userId, userName } },
    { type: 'leg-joined', at: startedAt + 2, legId: caller },
    { type: 'leg-joined', at: startedAt + 2, legId: callee },
  ]
  const events: readonly CallEvent[] = [
    ...(answeredBy ? answer : []),
    { type: 'ended', at: startedAt + 3, reason: answeredBy ? 'other-hung-up' : 'missed' },
  ]
  const state = events.reduce(nextCallState, createCallState('incoming', startedAt))
  const ringUserId = ringUser?.id ?? null
  return (await storeCall(phone, workspaceId, state, { ringUserId, userId, userName, ...properties })).id
}

export async function storeCall(
  phone: TestPhone,
  workspaceId: string,
  state: CallState,
  properties: Partial<StoredCall> = {},
): Promise<StoredCall> {
  const id = properties.id ?? randomUUID()
  const call = createStoredCall({
    id,
    conferenceId: id,
    workspaceId,
    number: callerNumber,
    state,
    ...properties,
  })
  const database = phone.database.schema<PhoneTables>('phone')
  await database.transaction().execute((transaction) => insertCall(transaction, call))
  return call
}

/** Returns the ids of the calls in the list of a user, sorted. */
export async function listCallIds(phone: TestPhone, user: FakeUser, query = ''): Promise<string[]> {
  const { body } = await phone.as(user).get(`/calls${query}`)
  return body.items.map(({ id }: { id: string }) => id).toSorted()
}
