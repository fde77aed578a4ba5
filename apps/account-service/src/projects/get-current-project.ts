import { password, type projects } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { listOfferedProviders, serializeManagedProject } from './records/index.ts'

type Get = typeof projects.getCurrentProject

export async function getCurrentProject(
  services: Pick<Services, 'options' | 'secrets'>,
  { project, accessType }: EndpointRequest<Get>,
) {
  if (accessType === 'admin') return serializeManagedProject(services, project)
  const { config, settings } = project
  return {
    id: project.id,
    display_name: project.displayName,
    ...Object.fromEntries(Object.entries(config.logos).filter(([, url]) => url !== null)),
    config: {
      ...config,
      enabled_oauth_providers: listOfferedProviders(services.options, project),
      sign_up_asks_name: settings.sign_up_asks_name,
      sign_up_mode: settings.sign_up_mode,
      password_min_length: settings.password_minimum,
      password_max_length: password.passwordLength.max,
    },
  }
}
