import { fields } from '@parley/contract/account'
import { hashToken } from '@parley/server'
import { type HttpCall, TextError } from '@parley/server/http'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { checkPasswordLength, isGuessable, savePassword } from '../password-hashes/index.ts'
import { findProject, internalProjectId, type Project, phoneProjectId } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { createUser, type NewUser } from '../users/index.ts'
import { isSetUpLink, markSetUp } from './set-up-links.ts'

export const setUpForm = z.strictObject({
  token: z.string().max(100),
  display_name: fields.shortText.max(200).trim(),
  email: fields.signInEmail,
  password: fields.passwordAsTyped,
})

export type SetUpForm = z.infer<typeof setUpForm>

/**
 * Creates the first administrator atomically: as a user of the project `internal` who owns the built-in projects,
 * and as a user of the phone's project who creates its first workspace.
 *
 * @throws {PlainTextError} 404 when the link is invalid, expired or used; 400 for a common password.
 * @throws {KnownError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, USER_EMAIL_ALREADY_EXISTS
 */
export async function completeSetUp(services: Services, form: SetUpForm, call: HttpCall): Promise<void> {
  const { database, passwords, now } = services
  const tokenHash = hashToken(form.token)
  // Checked before any expensive work; the link is consumed only when the transaction commits.
  if (!(await isSetUpLink(database, tokenHash, now()))) throw noSuchLink()
  checkPasswordLength(await seededProject(database, internalProjectId), form.password)
  if (await isGuessable(form.password, [form.email, form.display_name]))
    throw new TextError(400, 'This password is too common. Choose another one.')
  const hash = await passwords.hash(form.password)

  await database.transaction().execute(async (transaction) => {
    if (!(await markSetUp(transaction, tokenHash, now()))) throw noSuchLink()

    await createPerson(services, transaction, internalProjectId, hash, form, call, {
      server_metadata: { managedProjectIds: [internalProjectId, phoneProjectId] },
    })
    await createPerson(services, transaction, phoneProjectId, hash, form, call, {})
    await recordAudit(transaction, {
      projectId: internalProjectId,
      actor: { type: 'service', id: null },
      action: 'set_up.completed',
      call,
      at: now(),
    })
  })
}

function noSuchLink(): TextError {
  return new TextError(404, 'This link has expired or was already used. Restart Parley to get a new one.')
}

async function createPerson(
  services: Services,
  database: Database,
  projectId: string,
  hash: string,
  form: SetUpForm,
  call: HttpCall,
  changes: NonNullable<NewUser['changes']>,
): Promise<void> {
  const project = await seededProject(database, projectId)
  const { userId } = await createUser(services, database, {
    project,
    // Access to the terminal's link replaces e-mail verification.
    email: { value: form.email, isVerified: true },
    signUpMethod: 'set-up',
    displayName: form.display_name || null,
    changes,
    call,
  })
  await savePassword(database, userId, hash, services.now())
}

async function seededProject(database: Database, projectId: string): Promise<Project> {
  const project = await findProject(database, projectId)
  if (!project) throw new Error(`The project ${projectId} has not been seeded.`)
  return project
}
