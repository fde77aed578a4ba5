import { fields } from '@parley/contract/account'
import { hashToken } from '@parley/server'
import { PlainTextError, type RequestInfo } from '@parley/server/http'
import { z } from 'zod'
import { signInCode } from '../../auth/otp/index.ts'
import {
  checkPasswordPolicy,
  type PasswordService,
  savePassword,
  toHashingClient,
} from '../../auth/password/hashes/index.ts'
import { createCode } from '../../auth/verification-codes/index.ts'
import type { Database } from '../../platform/database/index.ts'
import {
  createServiceContext,
  type ServiceTransaction,
  serviceActor,
} from '../../platform/service-context/index.ts'
import type { Services } from '../../services.ts'
import { registerUser, type UserRegistration } from '../../users/index.ts'
import { internalProjectId, phoneProjectId } from '../index.ts'
import { findProject, type Project } from '../records/index.ts'
import { isValidSetUpLink, redeemSetUpLink } from './set-up-links.ts'

export const setUpForm = z.strictObject({
  token: z.string().max(100),
  display_name: fields.boundedString.max(200).trim(),
  email: fields.signInEmail,
  password: fields.rawPassword,
  /** Without it, the workspace is named after the administrator. */
  workspace_name: fields.boundedString.max(100).trim().optional(),
})

export type SetUpForm = z.infer<typeof setUpForm>

/**
 * Creates the first administrator atomically: as a user of the project `internal` who owns the built-in
 * projects, and as a user of the phone's project who creates its first workspace, which may have trunks.
 * Returns a one-time code that signs in there.
 *
 * @throws {PlainTextError} 404 when the link is invalid, expired or used.
 * @throws {KnownError} as {@link checkPasswordPolicy}, and USER_EMAIL_ALREADY_EXISTS
 */
export async function completeSetUp(
  services: Pick<Services, 'database' | 'options' | 'now'> & PasswordService,
  form: SetUpForm,
  info: RequestInfo,
): Promise<{ readonly signInCode: string }> {
  const { database, passwords, now } = services
  const tokenHash = hashToken(form.token)
  // Checked before any expensive work; the link is consumed only when the transaction commits.
  if (!(await isValidSetUpLink(database, tokenHash, now()))) throw setUpLinkNotFound()
  await checkPasswordPolicy({
    project: await requireSeededProject(database, internalProjectId),
    password: form.password,
    email: form.email,
    displayName: form.display_name,
  })
  const hash = await passwords.hash(
    form.password,
    toHashingClient({ project: { id: internalProjectId }, info }),
  )

  const context = createServiceContext(services, { projectId: internalProjectId, actor: serviceActor, info })
  return await context.transaction(async (transaction) => {
    if (!(await redeemSetUpLink(transaction, tokenHash, now()))) throw setUpLinkNotFound()

    await createAdministrator(services, transaction, internalProjectId, hash, form, {
      serverMetadata: { managedProjectIds: [internalProjectId, phoneProjectId] },
    })
    await createAdministrator(services, transaction, phoneProjectId, hash, form, {})
    await transaction.audit('set_up.completed', null)
    const { code } = await createCode(services, transaction, signInCode, {
      project: await requireSeededProject(transaction, phoneProjectId),
      subject: form.email,
      data: { email: form.email },
      callbackUrl: null,
    })
    return { signInCode: code }
  })
}

function setUpLinkNotFound(): PlainTextError {
  return new PlainTextError(
    404,
    'This link has expired or was already used. Restart Parley to get a new one.',
  )
}

async function createAdministrator(
  services: Pick<Services, 'now'>,
  transaction: ServiceTransaction,
  projectId: string,
  hash: string,
  form: SetUpForm,
  changes: NonNullable<UserRegistration['changes']>,
): Promise<void> {
  const project = await requireSeededProject(transaction, projectId)
  const { userId } = await registerUser(services, transaction.inProject(projectId), {
    project,
    // Access to the terminal's link replaces e-mail verification.
    email: { value: form.email, isVerified: true },
    signUpMethod: 'set-up',
    areTrunksGranted: true,
    displayName: form.display_name || null,
    personalTeamName: form.workspace_name || null,
    changes,
  })
  await savePassword(transaction, userId, hash, services.now())
}

async function requireSeededProject(database: Database, projectId: string): Promise<Project> {
  const project = await findProject(database, projectId)
  if (!project) throw new Error(`The project ${projectId} has not been seeded.`)
  return project
}
