import { insertSampleCall } from '@parley/phone-service/sample-calls'
import { required } from '@parley/primitives'
import type { DatabaseServer } from '@parley/server'
import { createServerClient, type Keys, signIn } from './requests.ts'
import { sampleCalls, sampleContacts, samplePassword, sampleUsers, sampleWorkspace } from './sample-data.ts'
import { createTalkFiles } from './talk.ts'

interface SeedOptions {
  readonly phoneUrl: string
  readonly accountsUrl: string
  readonly keys: Keys
  readonly database: DatabaseServer
  /** Data directory of the phone service. */
  readonly dataDirectory: string
}

/** Creates the sample users, contacts and calls in a new installation that runs. */
export async function seed(options: SeedOptions): Promise<void> {
  const { workspaceId, userIds } = await seedUsers(options)
  await seedContacts(options)
  await seedCalls(options, workspaceId, userIds)
}

async function seedUsers({ accountsUrl, keys }: SeedOptions) {
  const send = createServerClient(accountsUrl, keys)
  const userIds: string[] = []
  for (const { name, email } of sampleUsers) {
    const { id } = await send('POST', '/users', {
      display_name: name,
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password: samplePassword,
    })
    userIds.push(id)
  }
  const [creator] = userIds
  const { id: workspaceId } = await send('POST', '/teams', {
    display_name: sampleWorkspace,
    creator_user_id: creator,
    server_metadata: { trunks_granted: true },
  })
  for (const userId of userIds) {
    if (userId !== creator) await send('POST', `/team-memberships/${workspaceId}/${userId}`, {})
    await send('PATCH', `/users/${userId}`, { selected_team_id: workspaceId })
  }
  return { workspaceId, userIds }
}

async function seedContacts({ accountsUrl, phoneUrl, keys }: SeedOptions): Promise<void> {
  const send = await signIn({ accountsUrl, phoneUrl, keys }, sampleUsers[0].email, samplePassword)
  for (const { name, company, number, email } of sampleContacts) {
    await send('POST', '/contacts', {
      name,
      company,
      phones: [{ typed: number, label: 'Work' }],
      emails: [{ address: email, label: '' }],
    })
  }
}

async function seedCalls(
  { database, dataDirectory }: SeedOptions,
  workspaceId: string,
  userIds: readonly string[],
): Promise<void> {
  const now = Date.now()
  for (const call of sampleCalls) {
    const user = required(sampleUsers[call.user], 'a sample user')
    const contact = required(sampleContacts[call.contact], 'a sample contact')
    await insertSampleCall(database, dataDirectory, {
      workspaceId,
      userId: required(userIds[call.user], 'the id of a sample user'),
      userName: user.name,
      direction: call.direction,
      number: contact.number,
      callerName: null,
      notes: call.notes,
      startedAt: now - call.hoursAgo * 60 * 60 * 1_000,
      recording: call.isMissed
        ? null
        : {
            durationMs: call.seconds * 1_000,
            ...createTalkFiles(call.seconds),
          },
    })
  }
}
