import { permissionDefinitions as contract } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { createDefinition } from './create-definition.ts'
import { deleteDefinition } from './delete-definition.ts'
import { listDefinitions } from './list-definitions.ts'
import { updateDefinition } from './update-definition.ts'

/** Team and project permission definitions; the operations are the same for both scopes. */
export function servePermissionDefinitions(serve: AccountRouter, services: Services): void {
  serve(contract.listTeamPermissionDefinitions, (request) => listDefinitions(services, request, 'team'))
  serve(contract.createTeamPermissionDefinition, (request) => createDefinition(services, request, 'team'))
  serve(contract.updateTeamPermissionDefinition, (request) => updateDefinition(services, request, 'team'))
  serve(contract.deleteTeamPermissionDefinition, (request) => deleteDefinition(services, request, 'team'))
  serve(contract.listProjectPermissionDefinitions, (request) => listDefinitions(services, request, 'project'))
  serve(contract.createProjectPermissionDefinition, (request) =>
    createDefinition(services, request, 'project'),
  )
  serve(contract.updateProjectPermissionDefinition, (request) =>
    updateDefinition(services, request, 'project'),
  )
  serve(contract.deleteProjectPermissionDefinition, (request) =>
    deleteDefinition(services, request, 'project'),
  )
}
