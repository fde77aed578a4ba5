/** An error of a client, as far as it can leave the place where it was thrown. */
export interface Refusal {
  readonly name: string
  /** The code of a known error; null for any other. */
  readonly errorCode: string | null
  readonly message: string
  readonly details: unknown
}

export type Outcome = { readonly returned: unknown } | { readonly thrown: Refusal }

/** What came of a use of a client, as plain data: errors become {@link Refusal}s wherever they stand. */
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
