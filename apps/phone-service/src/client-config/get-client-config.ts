import type { Services } from '../services.ts'

/** Configuration of the web application, public because the application needs it before sign-in. */
export interface ClientConfig {
  readonly accountsUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

export async function getClientConfig({
  clientConfig,
}: Pick<Services, 'clientConfig'>): Promise<ClientConfig> {
  return clientConfig
}
