import type { managedProjects } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { serializeSettings } from './update-settings.ts'

type Get = typeof managedProjects.getSettings

export async function getSettings(_services: unknown, { project }: EndpointRequest<Get>) {
  return serializeSettings(project.settings)
}
