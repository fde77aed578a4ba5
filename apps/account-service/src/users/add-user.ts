import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { setTotpSecret } from '../auth/mfa/index.ts'
import { type PasswordService, savePassword } from '../auth/password/hashes/index.ts'
import { findConnectionConflict, insertConnection } from '../oauth/connections/index.ts'
import type { AccountTables } from '../platform/database/index.ts'
import { plainTextError } from '../platform/errors/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Project } from '../projects/records/index.ts'
import type { Services } from '../services.ts'
import { prepareImage, storeImage } from './images/index.ts'
import { findUser } from './records/index.ts'
import { registerUser } from './register-user.ts'
import { serializeUser } from './serialize-user.ts'
import { requireAllowedSignInMethods, toUserChanges } from './update/apply-user-patch.ts'
import { hashPasswordPatch } from './update/hash-password-patch.ts'
import { requirePrimaryEmail } from './update/primary-email.ts'

type Add = typeof users.addUser

/** Creates a user on behalf of a back end, which may set every field. */
export async function addUser(
  services: Pick<Services, 'jobs' | 'rateLimits' | 'secrets' | 'options' | 'now'> & PasswordService,
  request: EndpointRequest<Add>,
) {
  const { project, body } = request
  const { primary_email: email = null, oauth_providers: accounts = [] } = body
  requireAllowedSignInMethods(project, body)
  requirePrimaryEmail(email, body)
  requireConfiguredProviders(project, accounts)
  const hash = await hashPasswordPatch(services, request, body, { hasPassword: false })
  if (hash && email === null) throw plainTextError('passwordNeedsEmail')

  const image = await prepareImage(services, request, body.profile_image_url)
  const user = await request.transaction(async (transaction) => {
    const imageUrl = await storeImage(services, transaction, project.id, 'user-profile-images', image)
    const { userId } = await registerUser(services, transaction, {
      project,
      email:
        email === null
          ? null
          : {
              value: email,
              isVerified: body.primary_email_verified ?? false,
              isUsedForAuth: body.primary_email_auth_enabled ?? false,
            },
      signUpMethod: 'server',
      displayName: body.display_name,
      changes: toUserChanges(body, imageUrl),
      afterInsert: async (id) => {
        if (hash) await savePassword(transaction, id, hash, services.now())
        await linkAccounts(services, transaction, project, id, accounts)
        if (body.totp_secret_base64)
          await setTotpSecret(services, transaction, request, {
            userId: id,
            secretBase64: body.totp_secret_base64,
          })
      },
    })
    return await findUser(transaction, project.id, userId)
  })
  if (!user) throw new Error('Newly created user not found.')
  return serializeUser(user)
}

type Accounts = NonNullable<EndpointRequest<Add>['body']['oauth_providers']>

function requireConfiguredProviders({ config, settings }: Project, accounts: Accounts): void {
  const known = new Set([...config.oauth_providers, ...settings.oidc_issuers].map(({ id }) => id as string))
  const unknown = accounts.find(({ id }) => !known.has(id))
  if (unknown) throw new PlainTextError(400, `The provider "${unknown.id}" is not set up for this project.`)
}

async function linkAccounts(
  { now }: Pick<Services, 'now'>,
  transaction: Transaction<AccountTables>,
  project: Project,
  userId: string,
  accounts: Accounts,
): Promise<void> {
  try {
    for (const { id, account_id, email } of accounts)
      await insertConnection(transaction, {
        id: randomUUID(),
        projectId: project.id,
        userId,
        providerId: id,
        accountId: account_id,
        email: email ?? null,
        allowSignIn: true,
        allowConnectedAccounts: true,
        createdAt: now(),
      })
  } catch (error) {
    const conflict = findConnectionConflict(error)
    if (conflict === 'signIn') throw new KnownError('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN')
    if (conflict) throw new PlainTextError(400, 'A user can sign in with only one account per provider.')
    throw error
  }
}
