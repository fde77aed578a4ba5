/** A provider that does not do its part. The message is for people and repeats nothing that the provider said. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  /**
   * - `denied`: the person, or the provider for them, said no;
   * - `refused`: it does not take the code or token;
   * - `unusable`: it is not reached, may not be contacted, or does not answer as it should.
   */
  readonly reason: 'denied' | 'refused' | 'unusable'

  constructor(reason: ProviderFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
