/** Configuration of the web application, public because the application needs it before sign-in. */
export interface ClientConfig {
  readonly accountsUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

/** The dependencies of the endpoint. */
export interface ClientConfigService {
  readonly clientConfig: ClientConfig
}

export async function getClientConfig({ clientConfig }: ClientConfigService): Promise<ClientConfig> {
  return clientConfig
}
