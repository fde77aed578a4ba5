/** A serializable error of a client. */
export interface Refusal {
  readonly name: string
  /** The code of a known error; null for other errors. */
  readonly errorCode: string | null
  readonly message: string
  readonly details: unknown
}

export type Outcome = { readonly returned: unknown } | { readonly thrown: Refusal }

/** Runs a function and returns its outcome as plain data. Nested errors become {@link ClientError}s. */
export async function outcomeOf(use: () => unknown): Promise<Outcome> {
  try {
    return { returned: plain(await use()) }
  } catch (error) {
    return { thrown: plain(error) as Refusal }
  }
}

function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, inner) => (inner instanceof Error ? refusalOf(inner) : inner))
  return text === undefined ? null : JSON.parse(text)
}

function refusalOf(error: Error & { readonly errorCode?: string; readonly details?: unknown }): Refusal {
  return {
    name: error.name,
    errorCode: error.errorCode ?? null,
    message: error.message,
    details: error.details ?? null,
  }
}
