import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { publicLogos } from './logo-fields.ts'
import { deleteProject, managedProject, updateProject } from './managed-projects.ts'

export const project = z.object({
  id: z.string(),
  display_name: z.string(),
  ...publicLogos,
  config: z.object({
    sign_up_enabled: z.boolean(),
    credential_enabled: z.boolean(),
    magic_link_enabled: z.boolean(),
    passkey_enabled: z.boolean(),
    client_team_creation_enabled: z.boolean(),
    client_user_deletion_enabled: z.boolean(),
    allow_user_api_keys: z.boolean(),
    allow_team_api_keys: z.boolean(),
    /** The sign-up page asks for the display name. */
    sign_up_asks_name: z.boolean(),
    /** `invited`: only the recipients of pending team invitations can sign up. */
    sign_up_mode: z.enum(['open', 'invited']),
    /** Length limits of a new password, in UTF-16 code units. */
    password_min_length: z.int(),
    password_max_length: z.int(),
    enabled_oauth_providers: z.array(z.object({ id: z.string() })),
  }),
})

export const getCurrentProject = defineAccountEndpoint({
  method: 'GET',
  path: '/projects/current',
  access: 'client',
  summary:
    'Get the public configuration of the project, which an application needs before sign-in; with admin access, the complete one.',
  response: project,
  serverSchema: { response: z.union([managedProject, project]) },
  errors: [],
})

export const updateCurrentProject = defineAccountEndpoint({
  ...updateProject,
  path: '/projects/current',
  summary: 'Change the project, for public clients before 2.8.28.',
})

export const deleteCurrentProject = defineAccountEndpoint({
  ...deleteProject,
  path: '/projects/current',
  summary: 'Delete the project and all its data, for public clients before 2.8.28.',
})

export const getRequestIdentity = defineAccountEndpoint({
  method: 'GET',
  path: '/',
  access: 'public',
  summary: 'Get the project, access type and user of this request as plain text.',
  query: z.object({}),
  errors: [],
})

export const checkFeatureSupport = defineAccountEndpoint({
  method: 'POST',
  path: '/check-feature-support',
  access: 'public',
  summary:
    'Get a plain-text message that a client feature is not supported. Clients only ask about unsupported features.',
  errors: [],
})
