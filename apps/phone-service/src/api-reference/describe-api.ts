import {
  type ApiKeyScope,
  commonPhoneErrors,
  type PhoneEndpointDefinition,
  type PhoneErrorCode,
  phoneEndpoints,
  phoneErrors,
} from '@parley/contract/phone'
import type { AccessDescription, ApiDescription } from '@parley/server/api-docs'

const headers = { authorization: 'Bearer, a space, and the API key, sk_…' }

const summaries: Readonly<Record<ApiKeyScope, string>> = {
  'calls:read': 'Read the calls that all members read, such as those that all of them missed.',
  'calls:read-all':
    'Extends the other scopes to the calls of all members, with their costs. Needed for scope=workspace.',
  'recordings:read': 'Get the recordings of the calls that the key may read.',
  'transcripts:read': 'Read the transcripts of the calls that the key may read.',
  'voicemails:read': 'Read the voicemail for the workspace. That for a member is theirs alone.',
  'contacts:read': 'Read the shared contacts and the custom fields.',
  'contacts:write': 'Save and delete shared contacts. Each change is in the audit log.',
}

/** Errors of sessions, which no API key gets. */
const sessionErrors: readonly PhoneErrorCode[] = [
  'UNPARSABLE_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  'NO_WORKSPACE',
  'PHONE_ADMIN_REQUIRED',
]

/** Returns the OpenAPI metadata of what API keys can use: their scopes take the place of access levels. */
export function describeApi(url: string): ApiDescription {
  const withScope = phoneEndpoints.flatMap((endpoint: PhoneEndpointDefinition) =>
    endpoint.apiKeyScope === undefined ? [] : [{ ...endpoint, access: endpoint.apiKeyScope }],
  )
  const endpoints = withScope.map((endpoint) => ({
    ...endpoint,
    errors: endpoint.errors.filter((code) => !sessionErrors.includes(code)),
  }))
  const commonErrors = commonPhoneErrors.filter((code) => !sessionErrors.includes(code))
  const codes = new Set<PhoneErrorCode>([...commonErrors, ...endpoints.flatMap(({ errors }) => errors)])
  return {
    title: 'Parley phone',
    version: '1',
    description:
      'Calls, recordings, transcripts, voicemail and contacts of a workspace, over JSON, for programs with an API key. A phone administrator creates keys under Configure, API keys, and grants their scopes. A key acts for its workspace and is no user.',
    url,
    endpoints,
    commonErrors,
    accessTitle: 'Scopes',
    errors: Object.fromEntries([...codes].toSorted().map((code) => [code, phoneErrors[code]])),
    access: Object.fromEntries(
      Object.entries(summaries).map(([scope, summary]): [string, AccessDescription] => [
        scope,
        { summary, headers },
      ]),
    ),
  }
}
