/** The bytes of a recording. */
export interface Audio {
  readonly totalBytes: number
  /** Reads the bytes from `start` to `end`, both inclusive. Opens the source when the reading starts. */
  read(start: number, end: number): AsyncIterable<Buffer>
}

/**
 * Stores finished recordings as objects. The tests in testing/store-conformance.ts define what every
 * implementation guarantees. Callers must not rely on anything else.
 */
export interface RecordingStore {
  readonly kind: 'disk' | 's3'
  /**
   * Stores a copy of a file, which must not change any more. An object with this key is replaced. Resolves
   * when the object is complete and survives a crash; an object is never visible incompletely.
   *
   * @throws {RecordingStoreError}
   */
  put(key: string, file: string, signal?: AbortSignal): Promise<void>
  /**
   * Returns an object, or null when there is none.
   *
   * @throws {RecordingStoreError} also while reading
   */
  find(key: string): Promise<Audio | null>
  /**
   * Deletes an object. No-op when there is none.
   *
   * @throws {RecordingStoreError}
   */
  delete(key: string): Promise<void>
}

/** A store cannot do what it should. The message contains no credentials. */
export class RecordingStoreError extends Error {
  override readonly name = 'RecordingStoreError'
  /** Whether the same request fails again until the settings are changed. */
  readonly isPermanent: boolean

  constructor(message: string, isPermanent: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isPermanent = isPermanent
  }
}
