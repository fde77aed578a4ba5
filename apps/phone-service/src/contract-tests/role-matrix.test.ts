import { randomUUID } from 'node:crypto'
import { toEndpointKey } from '@parley/contract'
import {
  type PhoneAccess,
  type PhoneEndpoint,
  type PhoneEndpointKey,
  type PhoneErrorCode,
  phoneEndpoints,
  workspaceHeader,
} from '@parley/contract/phone'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

interface Row {
  /**
   * The access that the request requires. Repeated here, so that a change in the contract alone fails the
   * test.
   */
  readonly access: PhoneAccess
  /** The response to an authorized request with unknown ids and an empty body: a status or an error code. */
  readonly response: number | PhoneErrorCode
}

const member = (response: Row['response']): Row => ({ access: 'member', response })
const admin = (response: Row['response']): Row => ({ access: 'phone_admin', response })
const anyone = (response: Row['response']): Row => ({ access: 'public', response })

/** The row of every endpoint. An endpoint without one does not compile. */
const rows: Readonly<Record<PhoneEndpointKey, Row>> = {
  'GET /client-config': anyone(200),
  'GET /me': member(200),
  'GET /me/settings': member(200),
  'PATCH /me/settings': member(200),
  'POST /numbers/check': member('SCHEMA_ERROR'),
  'POST /calls': member('SCHEMA_ERROR'),
  'GET /calls': member(200),
  'GET /calls/active': member(200),
  'GET /calls/parked': member(200),
  'GET /calls/waiting': member(200),
  'GET /calls/missed/count': member(200),
  'POST /calls/missed/seen': member(200),
  'GET /calls/{call}': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/join': member('SCHEMA_ERROR'),
  'POST /calls/{call}/legs/{leg}/answer': member('SCHEMA_ERROR'),
  'POST /calls/{call}/answer': member('SCHEMA_ERROR'),
  'POST /calls/{call}/decline': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/voicemail': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/hang-up': member('CALL_NOT_FOUND'),
  'PUT /calls/{call}/muted': member('SCHEMA_ERROR'),
  'PUT /calls/{call}/on-hold': member('SCHEMA_ERROR'),
  'POST /calls/{call}/digits': member('SCHEMA_ERROR'),
  'POST /calls/{call}/participants': member('SCHEMA_ERROR'),
  'DELETE /calls/{call}/participants/{leg}': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/transfer': member('SCHEMA_ERROR'),
  'POST /calls/{call}/transfer/complete': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/transfer/cancel': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/transfer/join': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/park': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/pick-up': member('SCHEMA_ERROR'),
  'POST /calls/{call}/merge': member('SCHEMA_ERROR'),
  'POST /calls/{call}/recording/start': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/recording/pause': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/recording/resume': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/recording/stop': member('CALL_NOT_FOUND'),
  'PUT /calls/{call}/notes': member('SCHEMA_ERROR'),
  'GET /calls/tags': member(200),
  'PUT /calls/{call}/tags': member('SCHEMA_ERROR'),
  'GET /calls/assigned/count': member(200),
  'PUT /calls/{call}/assignment': member('SCHEMA_ERROR'),
  'PUT /calls/{call}/assignment/done': member('SCHEMA_ERROR'),
  'GET /calls/{call}/comments': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/comments': member('SCHEMA_ERROR'),
  'PUT /calls/{call}/comments/{comment}': member('SCHEMA_ERROR'),
  'DELETE /calls/{call}/comments/{comment}': member('CALL_NOT_FOUND'),
  'GET /calls/{call}/metrics': member('RECORDING_NOT_FOUND'),
  'DELETE /calls/{call}/recordings': member('CALL_NOT_FOUND'),
  'POST /calls/{call}/audio-links': member('RECORDING_NOT_FOUND'),
  'GET /calls/{call}/audio': anyone('SCHEMA_ERROR'),
  'POST /recordings/{recording}/links': member('RECORDING_NOT_FOUND'),
  'GET /recordings/{recording}/audio': anyone('SCHEMA_ERROR'),
  'GET /recordings/{recording}/file': member('RECORDING_NOT_FOUND'),
  'GET /calls/{call}/file': member('RECORDING_NOT_FOUND'),
  'GET /recordings/{recording}/peaks': member('RECORDING_NOT_FOUND'),
  'POST /contacts': member('SCHEMA_ERROR'),
  'GET /contacts': member(200),
  'GET /colleagues': member(200),
  'GET /contacts/{contact}/timeline': member('CONTACT_NOT_FOUND'),
  'GET /contacts/{contact}': member('CONTACT_NOT_FOUND'),
  'PUT /contacts/{contact}': member('SCHEMA_ERROR'),
  'DELETE /contacts/{contact}': member('CONTACT_NOT_FOUND'),
  'GET /analysis-prompt': admin(200),
  'PUT /analysis-prompt/draft': admin('SCHEMA_ERROR'),
  'POST /analysis-prompt/versions': admin('SCHEMA_ERROR'),
  'GET /analysis-prompt/versions': admin(200),
  'GET /analysis-prompt/versions/{version}': admin('SCHEMA_ERROR'),
  'POST /analysis-prompt/test-runs': admin('SCHEMA_ERROR'),
  'GET /analysis-prompt/test-runs': admin(200),
  'GET /analysis-prompt/test-runs/{run}': admin('TEST_RUN_NOT_FOUND'),
  'POST /analysis-prompt/test-runs/{run}/cancel': admin('TEST_RUN_NOT_FOUND'),
  'DELETE /analysis-prompt/test-runs/{run}': admin('TEST_RUN_NOT_FOUND'),
  'GET /analysis-prompt/reference-calls': admin(200),
  'PUT /analysis-prompt/reference-calls/{call}': admin('SCHEMA_ERROR'),
  'DELETE /analysis-prompt/reference-calls/{call}': admin('REFERENCE_CALL_NOT_FOUND'),
  'GET /contact-fields': member(200),
  'POST /contact-fields': admin('SCHEMA_ERROR'),
  'PUT /contact-fields': admin('SCHEMA_ERROR'),
  'PUT /contact-fields/{field}': admin('SCHEMA_ERROR'),
  'DELETE /contact-fields/{field}': admin('CONTACT_FIELD_NOT_FOUND'),
  'GET /contact-duplicates': member(200),
  'POST /contact-duplicates/dismiss': member('SCHEMA_ERROR'),
  'POST /contact-merges': member('SCHEMA_ERROR'),
  'GET /contact-changes': member(200),
  'POST /contact-changes': member('SCHEMA_ERROR'),
  'POST /contact-changes/{change}/undo': member('CONTACT_CHANGE_NOT_FOUND'),
  'POST /contact-exports': member('SCHEMA_ERROR'),
  'GET /contact-exports/csv': member(200),
  'GET /contact-exports/vcard': member(200),
  'POST /contact-imports': member('SCHEMA_ERROR'),
  'GET /contact-imports': member(200),
  'GET /contact-imports/{import}': member('CONTACT_IMPORT_NOT_FOUND'),
  'PUT /contact-imports/{import}/mapping': member('SCHEMA_ERROR'),
  'GET /contact-imports/{import}/rejected/csv': member('CONTACT_IMPORT_NOT_FOUND'),
  'POST /contact-imports/{import}/run': member('CONTACT_IMPORT_NOT_FOUND'),
  'POST /contact-imports/{import}/undo': member('CONTACT_IMPORT_NOT_FOUND'),
  'DELETE /contact-imports/{import}': member('CONTACT_IMPORT_NOT_FOUND'),
  'POST /trunks': admin('SCHEMA_ERROR'),
  'GET /trunks': admin(200),
  'GET /trunks/{trunk}': admin('TRUNK_NOT_FOUND'),
  'PUT /trunks/{trunk}': admin('SCHEMA_ERROR'),
  'DELETE /trunks/{trunk}': admin('TRUNK_NOT_FOUND'),
  'POST /trunks/{trunk}/test': admin('TRUNK_NOT_FOUND'),
  'GET /limits': member(200),
  'PUT /limits': admin('SCHEMA_ERROR'),
  'GET /limits/refusals': admin(200),
  'GET /me/mails': member(200),
  'GET /push/key': member(200),
  'PUT /push/subscription': member('SCHEMA_ERROR'),
  'DELETE /push/subscription': member('SCHEMA_ERROR'),
  'GET /blocked-numbers': member(200),
  'POST /blocked-numbers': member('SCHEMA_ERROR'),
  'DELETE /blocked-numbers/{number}': member('BLOCKED_NUMBER_NOT_FOUND'),
  'PUT /blocked-numbers/anonymous-callers': admin('SCHEMA_ERROR'),
  'GET /voicemails': member(200),
  'GET /voicemails/count': member(200),
  'PUT /voicemails/{call}/dealt-with': member('SCHEMA_ERROR'),
  'DELETE /voicemails/{call}': member('VOICEMAIL_NOT_FOUND'),
  'GET /announcements': admin(200),
  'POST /announcements': admin('SCHEMA_ERROR'),
  'GET /announcements/{announcement}/audio': admin('ANNOUNCEMENT_NOT_FOUND'),
  'DELETE /announcements/{announcement}': admin('ANNOUNCEMENT_NOT_FOUND'),
  'PUT /announcements/replacements': admin('SCHEMA_ERROR'),
  'GET /announcements/replacements/{name}/audio': admin('SCHEMA_ERROR'),
  'GET /me/greeting': member(200),
  'GET /me/greeting/audio': member('ANNOUNCEMENT_NOT_FOUND'),
  'PUT /me/greeting': member('SCHEMA_ERROR'),
  'DELETE /me/greeting': member('ANNOUNCEMENT_NOT_FOUND'),
  'GET /routing': admin(200),
  'PUT /routing': admin('SCHEMA_ERROR'),
  'GET /phone-verifications': admin(200),
  'POST /phone-verifications': admin('SCHEMA_ERROR'),
  'POST /phone-verifications/{verification}/call': admin('VERIFICATION_NOT_FOUND'),
  'PATCH /phone-verifications/{verification}': admin('SCHEMA_ERROR'),
  'DELETE /phone-verifications/{verification}': admin('VERIFICATION_NOT_FOUND'),
  'PUT /limits/home-country': admin('SCHEMA_ERROR'),
  'PUT /limits/language': admin('SCHEMA_ERROR'),
  'GET /limits/daily': admin(200),
  'PUT /limits/daily': admin('SCHEMA_ERROR'),
  'GET /usage': admin(200),
  'GET /usage/csv': admin(200),
  'GET /usage/storage': admin(200),
  'GET /emergency-route': admin(200),
  'PUT /emergency-route': admin('SCHEMA_ERROR'),
  'DELETE /emergency-route': admin('EMERGENCY_ROUTE_NOT_FOUND'),
  'GET /price-table': admin(200),
  'GET /price-table/csv': admin('PRICE_TABLE_NOT_FOUND'),
  'POST /price-table/check': admin('SCHEMA_ERROR'),
  'PUT /price-table': admin('SCHEMA_ERROR'),
  'DELETE /price-table': admin('PRICE_TABLE_NOT_FOUND'),
  'GET /api-keys': admin(200),
  'PUT /api-keys/{key}/scopes': admin('SCHEMA_ERROR'),
  'GET /audit-entries': admin(200),
  'GET /mail-server': admin(200),
  'PUT /mail-server': admin('SCHEMA_ERROR'),
  'DELETE /mail-server': admin('MAIL_SERVER_NOT_FOUND'),
  'POST /mail-server/test': admin('SCHEMA_ERROR'),
  'GET /calls/csv': member(200),
  'GET /retention': admin(200),
  'POST /retention/preview': admin('SCHEMA_ERROR'),
  'PUT /retention': admin('SCHEMA_ERROR'),
  'GET /self-test': admin(200),
  'POST /self-test/runs': admin('SCHEMA_ERROR'),
  'GET /erasures': admin(200),
  'POST /erasures': admin('SCHEMA_ERROR'),
  'POST /erasures/preview': admin('SCHEMA_ERROR'),
  'GET /erasures/{erasure}/receipt': admin('ERASURE_NOT_FOUND'),
  'GET /former-members': admin(200),
  'GET /calls/{call}/announcements': member('CALL_NOT_FOUND'),
  'GET /recording-announcements': admin(200),
  'GET /recording-announcements/csv': admin(200),
  'GET /mail-rules': admin(200),
  'PUT /mail-rules': admin('SCHEMA_ERROR'),
  'GET /mails': admin(200),
  'GET /webhooks': admin(200),
  'POST /webhooks': admin('SCHEMA_ERROR'),
  'PUT /webhooks/{webhook}': admin('SCHEMA_ERROR'),
  'DELETE /webhooks/{webhook}': admin('WEBHOOK_NOT_FOUND'),
  'POST /webhooks/{webhook}/rotate-secret': admin('WEBHOOK_NOT_FOUND'),
  'POST /webhooks/{webhook}/test': admin('WEBHOOK_NOT_FOUND'),
  'GET /webhooks/{webhook}/deliveries': admin('WEBHOOK_NOT_FOUND'),
  'POST /webhooks/{webhook}/deliveries/{delivery}/resend': admin('WEBHOOK_NOT_FOUND'),
  'POST /mails/{mail}/resend': admin('MAIL_NOT_FOUND'),
  'GET /model-providers': admin(200),
  'PUT /model-providers/{purpose}': admin('SCHEMA_ERROR'),
  'DELETE /model-providers/{purpose}': admin('SCHEMA_ERROR'),
  'POST /model-providers/{purpose}/test': admin('SCHEMA_ERROR'),
  'GET /calls/{call}/analyses': member('RECORDING_NOT_FOUND'),
  'POST /calls/{call}/analyses': member('RECORDING_NOT_FOUND'),
  'DELETE /calls/{call}/analyses/{analysis}': member('RECORDING_NOT_FOUND'),
  'GET /calls/{call}/analyses/{analysis}/mail': member('RECORDING_NOT_FOUND'),
  'POST /calls/{call}/analyses/{analysis}/mails': member('SCHEMA_ERROR'),
  'PATCH /calls/{call}/action-items/{item}': member('RECORDING_NOT_FOUND'),
  'GET /calls/{call}/transcription': member('RECORDING_NOT_FOUND'),
  'POST /calls/{call}/transcription': member('RECORDING_NOT_FOUND'),
  'POST /calls/{call}/transcription/restart': member('RECORDING_NOT_FOUND'),
  'GET /calls/{call}/transcript': member('RECORDING_NOT_FOUND'),
  'GET /calls/{call}/transcript/export': member('RECORDING_NOT_FOUND'),
  'PUT /calls/{call}/transcript/lines/{line}': member('SCHEMA_ERROR'),
  'GET /calls/{call}/transcript/lines/{line}/edits': member('RECORDING_NOT_FOUND'),
}

/**
 * Returns what each role receives. Roles: no user, user without a workspace, outsider, member, administrator.
 */
function expectedResponses({ access, response }: Row) {
  if (access === 'public')
    return { anonymous: response, teamless: response, outsider: response, member: response, admin: response }
  return {
    anonymous: 'USER_AUTHENTICATION_REQUIRED',
    teamless: 'NO_WORKSPACE',
    outsider: 'WORKSPACE_NOT_FOUND',
    member: access === 'phone_admin' ? 'PHONE_ADMIN_REQUIRED' : response,
    admin: response,
  }
}

interface Requester {
  readonly user: FakeUser | null
  readonly workspace?: string
}

async function receive(phone: TestPhone, { user, workspace }: Requester, { method, path }: PhoneEndpoint) {
  const filled = path.replaceAll(/\{\w+\}/g, () => randomUUID())
  const content = method === 'GET' ? undefined : {}
  const headers: Record<string, string> = workspace ? { [workspaceHeader]: workspace } : {}
  const { status, body } = await phone.request(user, method, filled, content, headers)
  return status < 400 ? status : body.code
}

/** Guarantee: only members of the workspace have access, and only administrators change its configuration. */
test('every endpoint enforces its access level for each role', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const requesters: Readonly<Record<string, Requester>> = {
    anonymous: { user: null },
    teamless: { user: phone.accounts.addUser('Hedy', []) },
    outsider: { user: phone.signUp('Linus'), workspace: team },
    member: { user: phone.accounts.addUser('Grace', [team]) },
    admin: { user: phone.accounts.addUser('Ada', [team], [team]) },
  }

  for (const endpoint of phoneEndpoints) {
    const key = toEndpointKey(endpoint)
    const received: Record<string, unknown> = {}
    for (const [role, requester] of Object.entries(requesters))
      received[role] = await receive(phone, requester, endpoint)

    expect.soft(received, key).toEqual(expectedResponses(rows[key]))
  }
})

test('an endpoint without a row does not compile', () => {
  const { 'GET /me': me, ...others } = rows
  // @ts-expect-error GET /me has no row.
  const incomplete: typeof rows = others
  expect({ ...incomplete, 'GET /me': me }).toEqual(rows)
})
