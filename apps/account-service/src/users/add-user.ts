import { randomUUID } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { Transaction } from 'kysely'
import type { ServedRequest } from '../access/index.ts'
import type { AccountTables } from '../database/index.ts'
import { keepImage, readImage } from '../images/index.ts'
import { setTotpSecret } from '../mfa/index.ts'
import { conflictOf, insertConnection } from '../oauth-connections/index.ts'
import { savePassword } from '../password-hashes/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { createUser } from './create-user.ts'
import { requireAddress } from './primary-email.ts'
import { findUser } from './user-records.ts'
import { userShape } from './user-shape.ts'
import { columnsOf, requireWaysIn } from './write-user.ts'
import { hashWrittenPassword } from './written-password.ts'

type Add = typeof users.addUser

/** Creates a user on behalf of a back end, which may set every field. */
export async function addUser(services: Services, request: ServedRequest<Add>) {
  const { project, actor, body, call } = request
  const { primary_email: email = null, oauth_providers: accounts = [] } = body
  requireWaysIn(project, body)
  requireAddress(email, body)
  requireKnownProviders(project, accounts)
  const hash = await hashWrittenPassword(services, project, body, { hasPassword: false })
  if (hash && email === null) throw new TextError(400, 'A password needs a primary e-mail address.')

  const image = await readImage(services, request, body.profile_image_url)
  const user = await services.database.transaction().execute(async (transaction) => {
    const imageUrl = await keepImage(services, transaction, project.id, 'user-profile-images', image)
    const { userId } = await createUser(services, transaction, {
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
      changes: columnsOf(body, imageUrl),
      actor,
      call,
      furnish: async (id) => {
        if (hash) await savePassword(transaction, id, hash, services.now())
        await linkAccounts(services, transaction, project, id, accounts)
        if (body.totp_secret_base64)
          await setTotpSecret(services, transaction, request, {
            userId: id,
            secretBase64: body.totp_secret_base64,
            call,
          })
      },
    })
    return await findUser(transaction, project.id, userId)
  })
  if (!user) throw new Error('Newly created user not found.')
  return userShape(user)
}

type Accounts = NonNullable<ServedRequest<Add>['body']['oauth_providers']>

function requireKnownProviders({ config, settings }: Project, accounts: Accounts): void {
  const known = new Set([...config.oauth_providers, ...settings.oidc_issuers].map(({ id }) => id as string))
  const unknown = accounts.find(({ id }) => !known.has(id))
  if (unknown) throw new TextError(400, `The provider "${unknown.id}" is not set up for this project.`)
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
        project_id: project.id,
        user_id: userId,
        provider_id: id,
        account_id,
        email: email ?? null,
        allow_sign_in: true,
        allow_connected_accounts: true,
        created_at: now(),
      })
  } catch (error) {
    const conflict = conflictOf(error)
    if (conflict === 'signIn') throw new KnownError('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN')
    if (conflict) throw new TextError(400, 'A user can sign in with only one account per provider.')
    throw error
  }
}
