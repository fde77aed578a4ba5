import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deriveBuiltInKeys, phoneProjectId } from '@parley/account-service'
import { announcementFile } from '@parley/call-engine'
import { accessTokenHeader } from '@parley/contract/phone'
import { startTestApp, type TestApp } from '@parley/dev-env'
import { createSecrets } from '@parley/server'
import { expect, test } from 'vitest'

test('PARLEY_LANGUAGE is the language of a new workspace, and of what its callers hear', async () => {
  await using app = await startTestApp({ settings: { PARLEY_LANGUAGE: 'fr-CA' } })
  const token = await signIn(app)
  const read = async (path: string) => {
    const response = await fetch(`${app.phoneUrl}/api/v1${path}`, { headers: { [accessTokenHeader]: token } })
    return await response.json()
  }

  expect(await read('/me')).toMatchObject({ workspaceLanguage: 'fr-CA', isWorkspaceLanguageChosen: false })
  const { audio } = await read('/announcements/replacements/voicemail-greeting/audio')
  const file = await readFile(announcementFile({ name: 'voicemail-greeting', language: 'fr-CA' }))
  expect(audio).toBe(file.toString('base64'))
})

/** Creates an administrator of a new workspace, and returns their access token. */
async function signIn(app: TestApp): Promise<string> {
  const secret = await readFile(join(app.dataDirectory, 'secret'), 'utf8')
  const { secretServerKey } = deriveBuiltInKeys(createSecrets(secret.trim())).phone
  const post = async (path: string, body: object) => {
    const response = await fetch(`${app.accountsUrl}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-project-id': phoneProjectId,
        'x-stack-access-type': 'server',
        'x-stack-secret-server-key': secretServerKey,
      },
      body: JSON.stringify(body),
    })
    return await response.json()
  }
  const user = await post('/users', { primary_email: 'ada@example.com', primary_email_verified: true })
  const team = await post('/teams', { display_name: 'Bakery' })
  await post(`/team-memberships/${team.id}/${user.id}`, {})
  await post(`/team-permissions/${team.id}/${user.id}/phone_admin`, {})
  return (await post('/auth/sessions', { user_id: user.id })).access_token
}
