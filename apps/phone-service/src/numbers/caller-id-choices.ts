import { type Kysely, sql } from 'kysely'
import { findContactsByNumber, type Viewer } from '../contacts/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import type { Services } from '../services.ts'
import type { SimulatedPstnService } from './simulated-pstn-access.ts'

type Database = Kysely<PhoneTables>

/** The choices of a user in a workspace. Older ones are deleted. */
const maxChoices = 500
/** How long the response to a call waits for its contact. */
const maxWaitMs = 1_000
const uniqueColumns = ['workspace_id', 'user_id', 'contact_id', 'country'] as const

interface CalledNumber {
  readonly number: string
  readonly country: string | null
}

/** Returns the caller ID that a user chose last for the contact with a number, or else for its country. */
export async function findCallerIdChoice(
  deps: Pick<Services, 'database'> & SimulatedPstnService,
  viewer: Viewer,
  called: CalledNumber,
): Promise<string | null> {
  const { contactId, country } = await findSubjects(deps, deps.database, viewer, called)
  if (contactId === null && country === null) return null
  const row = await deps.database
    .selectFrom('caller_id_choices')
    .select('number')
    .where('workspace_id', '=', viewer.workspaceId)
    .where('user_id', '=', viewer.userId)
    .where((where) => where.or([where('contact_id', '=', contactId), where('country', '=', country)]))
    .orderBy('country', (order) => order.asc().nullsFirst())
    .executeTakeFirst()
  return row?.number ?? null
}

/**
 * Saves the caller ID with which a user calls a number, for the contact and for the country. A failure is logged: the
 * call continues without it. Do not call it in the transaction of the call, because it waits for the contact.
 */
export async function saveCallerIdChoice(
  deps: Pick<Services, 'database' | 'now' | 'log'> & SimulatedPstnService,
  viewer: Viewer,
  called: CalledNumber & { readonly from: string },
): Promise<void> {
  try {
    await deps.database.transaction().execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${String(maxWaitMs)}, true)`.execute(transaction)
      // Of two calls of the user, the second saves its choice after the first.
      const lockName = `caller IDs of ${viewer.userId} in ${viewer.workspaceId}`
      await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
      await insertChoices(deps, transaction, viewer, called)
    })
  } catch (error) {
    deps.log.warn('caller_id_choice.save_failed', { workspaceId: viewer.workspaceId, error })
  }
}

async function insertChoices(
  deps: Pick<Services, 'now'> & SimulatedPstnService,
  transaction: Database,
  { workspaceId, userId }: Viewer,
  called: CalledNumber & { readonly from: string },
): Promise<void> {
  const { contactId, country } = await findSubjects(deps, transaction, { workspaceId, userId }, called)
  const choice = { number: called.from, chosen_at: deps.now() }
  if (contactId !== null)
    await transaction
      .insertInto('caller_id_choices')
      .columns(['contact_id', 'workspace_id', 'user_id', 'number', 'chosen_at'])
      .expression((insert) =>
        insert
          .selectFrom('contacts')
          .select(({ val }) => [
            'contacts.id',
            val(workspaceId).as('workspace_id'),
            val(userId).as('user_id'),
            val(choice.number).as('number'),
            val(choice.chosen_at).as('chosen_at'),
          ])
          .where('contacts.id', '=', contactId)
          // Waits for a deletion of the contact.
          .forKeyShare(),
      )
      .onConflict((conflict) => conflict.columns(uniqueColumns).doUpdateSet(choice))
      .execute()
  if (country !== null)
    await transaction
      .insertInto('caller_id_choices')
      .values({ ...choice, workspace_id: workspaceId, user_id: userId, country })
      .onConflict((conflict) => conflict.columns(uniqueColumns).doUpdateSet(choice))
      .execute()
  await deleteOldChoices(transaction, { workspaceId, userId })
}

async function deleteOldChoices(transaction: Database, { workspaceId, userId }: Viewer): Promise<void> {
  await transaction
    .deleteFrom('caller_id_choices')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('chosen_at', '<=', (select) =>
      select
        .selectFrom('caller_id_choices as newer')
        .select('newer.chosen_at')
        .where('newer.workspace_id', '=', workspaceId)
        .where('newer.user_id', '=', userId)
        .orderBy('newer.chosen_at', 'desc')
        .offset(maxChoices)
        .limit(1),
    )
    .execute()
}

/** Deletes the choices that a user has made up to `until`. */
export async function deleteCallerIdChoicesOfUser(
  database: Database,
  userId: string,
  until: Date,
): Promise<void> {
  await database
    .deleteFrom('caller_id_choices')
    .where('user_id', '=', userId)
    .where('chosen_at', '<=', until)
    .execute()
}

/** Deletes the choices of all users of a deleted workspace. */
export async function deleteCallerIdChoices(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('caller_id_choices').where('workspace_id', '=', workspaceId).execute()
}

/** The caller ID with which a user calls a contact. */
export interface ContactChoice {
  readonly userId: string
  readonly number: string
  readonly chosenAt: number
}

/** Returns the choices of all users for contacts, by contact. Until the transaction ends, no choice is added. */
export async function listContactChoices(
  transaction: Database,
  contactIds: readonly string[],
): Promise<Map<string, ContactChoice[]>> {
  await transaction
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', sql<string>`any(${contactIds}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await transaction
    .selectFrom('caller_id_choices')
    .select(['contact_id', 'user_id', 'number', 'chosen_at'])
    .where('contact_id', '=', sql<string>`any(${contactIds}::uuid[])`)
    .execute()
  const choices = new Map<string, ContactChoice[]>()
  for (const { contact_id, user_id, number, chosen_at } of rows) {
    const choice = { userId: user_id, number, chosenAt: chosen_at.getTime() }
    if (contact_id) choices.set(contact_id, [...(choices.get(contact_id) ?? []), choice])
  }
  return choices
}

/** Adds choices for a contact. Of two of a user, the newer one stays. */
export async function restoreContactChoices(
  transaction: Database,
  workspaceId: string,
  contactId: string,
  choices: readonly ContactChoice[],
): Promise<void> {
  for (const { userId, number, chosenAt } of choices) {
    const choice = { number, chosen_at: new Date(chosenAt) }
    await transaction
      .insertInto('caller_id_choices')
      .values({ ...choice, workspace_id: workspaceId, user_id: userId, contact_id: contactId })
      .onConflict((conflict) =>
        conflict
          .columns(uniqueColumns)
          .doUpdateSet(choice)
          .where('caller_id_choices.chosen_at', '<', choice.chosen_at),
      )
      .execute()
  }
}

/** Deletes the choices for a contact up to `until`. */
export async function deleteContactChoices(
  transaction: Database,
  contactId: string,
  until: Date,
): Promise<void> {
  await transaction
    .deleteFrom('caller_id_choices')
    .where('contact_id', '=', contactId)
    .where('chosen_at', '<=', until)
    .execute()
}

/**
 * Returns the contact and the country of a number for which a choice is saved. Numbers of the simulated telephone
 * network are called through it, whatever caller ID the other numbers of their country need.
 */
async function findSubjects(
  { simulatedPstn }: SimulatedPstnService,
  database: Database,
  viewer: Viewer,
  { number, country }: CalledNumber,
): Promise<{ readonly contactId: string | null; readonly country: string | null }> {
  const contacts = await findContactsByNumber(database, viewer, [number])
  return {
    contactId: contacts.get(number)?.id ?? null,
    country: simulatedPstn?.owns(number) ? null : country,
  }
}

/** Deletes the choices of a number that is no caller ID of the workspace any more. */
export async function deleteCallerIdChoicesOfNumber(
  database: Database,
  workspaceId: string,
  number: string,
): Promise<void> {
  await database
    .deleteFrom('caller_id_choices')
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .execute()
}
