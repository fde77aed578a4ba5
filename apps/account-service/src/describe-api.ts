import { knownErrors } from '@parley/contract'
import { accountEndpoints, commonErrors } from '@parley/contract/account'
import type { ApiDescription } from '@parley/server/api-docs'
import type { AccountOptions } from './config.ts'

const anyProject = {
  'x-stack-access-type': 'client, server or admin',
  'x-stack-project-id': 'The project: a UUID, or internal',
}

/** Returns the OpenAPI metadata of this service: title, errors and required headers per access type. */
export function describeApi({ publicUrl }: Pick<AccountOptions, 'publicUrl'>): ApiDescription {
  return {
    title: 'Parley accounts',
    version: '1',
    description:
      'Sign-in, sessions, users, e-mail addresses, teams and permissions of many projects, over JSON. An access token goes in x-stack-access-token; x-stack-override-error-status makes every error response arrive as 200 with the real status in x-stack-actual-status.',
    url: publicUrl,
    endpoints: accountEndpoints,
    commonErrors,
    errors: knownErrors,
    access: {
      public: { summary: 'No authentication.', headers: {} },
      client: {
        summary: 'An application, with or without a signed-in user. Server and admin access is accepted too.',
        headers: {
          ...anyProject,
          'x-stack-publishable-client-key': 'The publishable client key, pck_…',
          'x-stack-access-token': 'The access token of the user, if signed in',
        },
      },
      server: {
        summary: 'A back end. Admin access is accepted too.',
        headers: { ...anyProject, 'x-stack-secret-server-key': 'The secret server key, ssk_…' },
      },
      admin: {
        summary: 'An owner of the project.',
        headers: {
          ...anyProject,
          'x-stack-super-secret-admin-key': 'The super secret admin key, sak_…',
          'x-stack-admin-access-token':
            'Alternative to the key: the access token of a project owner, issued by the project internal',
        },
      },
    },
  }
}
