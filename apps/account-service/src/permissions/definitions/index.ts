import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { createDefinition } from './create-definition.ts'
import { deleteDefinition } from './delete-definition.ts'
import { listDefinitions } from './list-definitions.ts'
import { updateDefinition } from './update-definition.ts'

/** Team and project permission definitions; the operations are the same for both scopes. */
export const permissionDefinitionHandlers = {
  'GET /team-permission-definitions': (services, request) => listDefinitions(services, request, 'team'),
  'POST /team-permission-definitions': (services, request) => createDefinition(services, request, 'team'),
  'PATCH /team-permission-definitions/{id}': (services, request) =>
    updateDefinition(services, request, 'team'),
  'DELETE /team-permission-definitions/{id}': (services, request) =>
    deleteDefinition(services, request, 'team'),
  'GET /project-permission-definitions': (services, request) => listDefinitions(services, request, 'project'),
  'POST /project-permission-definitions': (services, request) =>
    createDefinition(services, request, 'project'),
  'PATCH /project-permission-definitions/{id}': (services, request) =>
    updateDefinition(services, request, 'project'),
  'DELETE /project-permission-definitions/{id}': (services, request) =>
    deleteDefinition(services, request, 'project'),
} satisfies Partial<AccountHandlers>
