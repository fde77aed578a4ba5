/** A provider request failed. The message is for end users and contains nothing sent by the provider. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  /**
   * - `denied`: the user or the provider denied access;
   * - `refused`: the provider rejected the code or token;
   * - `unusable`: the provider is unreachable, blocked, or returned an unexpected response.
   */
  readonly reason: 'denied' | 'refused' | 'unusable'

  constructor(reason: ProviderFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
