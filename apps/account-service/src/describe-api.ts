import { knownErrors } from '@parley/contract'
import { accountEndpoints, commonErrors } from '@parley/contract/account'
import type { ApiDescription } from '@parley/server/api-docs'
import type { AccountOptions } from './options.ts'

const anyProject = {
  'x-stack-access-type': 'client, server or admin',
  'x-stack-project-id': 'The project: a UUID, or internal',
}

/** What the API says of itself. */
export function describeApi({ publicUrl }: Pick<AccountOptions, 'publicUrl'>): ApiDescription {
  return {
    title: 'Parley accounts',
    version: '1',
    description:
      'Sign-in, sessions, users, e-mail addresses, teams and permissions of many projects, over JSON. An access token goes in x-stack-access-token; x-stack-override-error-status makes every refusal arrive as 200 with the real status in x-stack-actual-status.',
    url: publicUrl,
    endpoints: accountEndpoints,
    commonErrors,
    errors: knownErrors,
    access: {
      public: { summary: 'Anybody.', headers: {} },
      client: {
        summary: 'An application, for its signed-in user or nobody. Servers and admins may call it too.',
        headers: {
          ...anyProject,
          'x-stack-publishable-client-key': 'The key of applications, pck_…',
          'x-stack-access-token': 'The access token of the user, where there is one',
        },
      },
      server: {
        summary: 'A back end. Admins may call it too.',
        headers: { ...anyProject, 'x-stack-secret-server-key': 'The key of back ends, ssk_…' },
      },
      admin: {
        summary: 'An owner of the project.',
        headers: {
          ...anyProject,
          'x-stack-super-secret-admin-key': 'The key of owners, sak_…',
          'x-stack-admin-access-token': 'Instead of a key: the access token of an owner, of project internal',
        },
      },
    },
  }
}
