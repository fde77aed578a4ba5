import { randomUUID } from 'node:crypto'
import { knownErrors } from '@parley/contract'
import { accountEndpoints } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { clients, clientVariable, findException } from './fixture/clients.ts'
import {
  type BackEndChanges,
  openBackEnd,
  withEveryClient,
  withEveryServerClient,
} from './fixture/fixture.ts'
import { loadClient } from './fixture/open-device.ts'
import { captureOutcome } from './fixture/outcome.ts'

/**
 * Returned only in a project whose owner has set a quota, which `quotas.test.ts` of the account service
 * checks.
 */
const quotaErrors = [
  'API_KEY_LIMIT_REACHED',
  'CONTACT_CHANNEL_LIMIT_REACHED',
  'PROJECT_LIMIT_REACHED',
  'TEAM_LIMIT_REACHED',
  'TEAM_MEMBER_LIMIT_REACHED',
]

/** Returned only in a project that rejects simple passwords. */
const passwordErrors = ['PASSWORD_TOO_SIMPLE']

/** Returned only in a project whose members manage permissions. */
const managedPermissionErrors = ['TEAM_PERMISSION_LAST_HOLDER']

/** Returned only by calls that the clients which do not know it do not have. */
const newerErrors = ['OAUTH_ACCESS_TOKEN_NOT_AVAILABLE']

/**
 * Guarantee: no 2.8.x client receives an unknown code, which would crash it, unless a setting asks for it.
 */
const everyCode = '14.20: the client knows every error code of the service'

/** A client with an exception is checked only in a separate run, where a skipped test is no failure. */
const serverClients = clients.filter(
  (client) =>
    process.env[clientVariable] === client.name || findException(client, 'server', everyCode) === null,
)

withEveryServerClient(
  (fixture) => {
    test(everyCode, async () => {
      const { errorsOfClient } = await loadClient(fixture().client)
      const known = Object.values(errorsOfClient)
        .map(({ errorCode }) => errorCode)
        .concat(quotaErrors, passwordErrors, managedPermissionErrors, newerErrors)
      const declared = new Set(accountEndpoints.flatMap(({ errors }) => [...errors] as string[]))

      expect([...declared].filter((code) => !known.includes(code))).toEqual([])
      expect(Object.keys(knownErrors).filter((code) => !known.includes(code))).toEqual([])
    })
  },
  serverClients.map(({ name }) => name),
)

withEveryClient(
  (fixture) => {
    const captureError = async (changes: BackEndChanges) => {
      const backEnd = await openBackEnd(fixture(), changes)
      const outcome = await captureOutcome(() => backEnd.createUser({ displayName: 'Ada' }))
      return 'thrown' in outcome ? outcome.thrown : null
    }

    test('14.20: errors about request headers arrive as typed errors', async () => {
      expect(await captureError({ extraRequestHeaders: { 'x-stack-branch-id': 'nothing' } })).toMatchObject({
        errorCode: 'BRANCH_DOES_NOT_EXIST',
        details: { branch_id: 'nothing' },
      })
      expect(
        await captureError({ extraRequestHeaders: { 'x-stack-access-type': 'unsupported' } }),
      ).toMatchObject({ errorCode: 'INVALID_ACCESS_TYPE' })
      expect(await captureError({ secretServerKey: 'ssk_nothing' })).toMatchObject({
        errorCode: 'INVALID_SECRET_SERVER_KEY',
        details: { project_id: fixture().settings.projectId },
      })
      expect(await captureError({ projectId: randomUUID() })).toMatchObject({
        errorCode: 'CURRENT_PROJECT_NOT_FOUND',
      })
    })

    test('14.20: invalid input returns a message, never a 5xx status', async () => {
      const { backEnd } = fixture()
      const bad: object[] = [
        { primaryEmail: 'unknown' },
        { primaryEmail: 'a'.repeat(100_000) },
        { displayName: 7 },
        { displayName: '\u0000' },
        { serverMetadata: { deep: JSON.parse('['.repeat(500) + ']'.repeat(500)) } },
        { password: 'correct horse battery' },
      ]

      for (const options of bad) await captureOutcome(() => backEnd.createUser(options))
      const refused = await captureOutcome(() => backEnd.createUser({ primaryEmail: 'unknown' }))
      const invalidId = await captureOutcome(() => backEnd.getUser('../projects/current'))

      expect(refused).toMatchObject({ thrown: { errorCode: 'SCHEMA_ERROR' } })
      expect('thrown' in invalidId && invalidId.thrown.name).not.toBe('TypeError')
      expect(fixture().proxy.exchanges.filter(({ status }) => status >= 500)).toEqual([])
    })
  },
  { places: ['server'] },
)

withEveryClient(
  (fixture) => {
    test('14.19: CORS allows all client headers and exposes error headers', async () => {
      await using ada = await fixture().openDevice()
      const preflights = () => fixture().proxy.exchanges.filter(({ method }) => method === 'OPTIONS')

      const read = await required(ada.page, 'the page of Ada').evaluate(
        async ({ baseUrl, projectId, publishableClientKey }) => {
          const response = await fetch(`${baseUrl}/api/v1/users/me`, {
            credentials: 'omit',
            headers: {
              'x-stack-project-id': projectId,
              'x-stack-access-type': 'client',
              'x-stack-publishable-client-key': publishableClientKey,
              'x-stack-override-error-status': 'true',
              'ngrok-skip-browser-warning': 'true',
              'x-stack-allow-anonymous-user': 'true',
            },
          })
          const names = ['x-stack-known-error', 'x-stack-actual-status', 'x-stack-request-id']
          return [response.status, ...names.map((name) => response.headers.get(name))]
        },
        fixture().settings,
      )

      expect(new URL(fixture().proxy.origin).origin).not.toBe(ada.origin)
      expect(read).toEqual([200, 'CANNOT_GET_OWN_USER_WITHOUT_USER', '400', expect.any(String)])
      expect(preflights().length).toBeGreaterThan(0)
      expect(preflights().at(-1)).toMatchObject({ status: 200, answered: '' })
    })
  },
  { places: ['browser'] },
)
