/** A provider request failed. The message is for end users and contains nothing sent by the provider. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  /**
   * - `denied`: the user or the provider denied access;
   * - `refused`: the provider rejected the code or token;
   * - `unusable`: the provider is unreachable, blocked, or returned an unexpected response.
   */
  readonly reason: 'denied' | 'refused' | 'unusable'

  constructor(reason: ProviderError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
