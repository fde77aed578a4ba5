import type { CallResult } from '@parley/kit'
import { useEffect, useRef, useState } from 'react'

/** How far the code of an e-mail has got. */
export type Redeeming<Data, Refusal> =
  | { readonly state: 'busy' }
  | { readonly state: 'done'; readonly data: Data }
  | { readonly state: 'refused'; readonly refusal: Refusal }
  | { readonly state: 'failed'; readonly error: unknown }

/**
 * Redeems a code once, from the opened page: a scanner of mail that only fetches the link uses nothing up.
 *
 * @param code Null when the address has none.
 */
export function useRedeemedCode<Data, Refusal>(
  code: string | null,
  redeem: (code: string) => Promise<CallResult<Data, Refusal>>,
): readonly [Redeeming<Data, Refusal>, tryAgain: () => void] {
  const [redeeming, setRedeeming] = useState<Redeeming<Data, Refusal>>({ state: 'busy' })
  const redeemed = useRef<string | null>(null)

  async function begin(present: string): Promise<void> {
    redeemed.current = present
    setRedeeming({ state: 'busy' })
    const outcome = await redeem(present).then(
      (result): Redeeming<Data, Refusal> =>
        result.ok ? { state: 'done', data: result.data } : { state: 'refused', refusal: result.error },
      (error: unknown): Redeeming<Data, Refusal> => ({ state: 'failed', error }),
    )
    if (redeemed.current === present) setRedeeming(outcome)
  }

  useEffect(() => {
    // Effects run twice in development; a code works once.
    if (code !== null && redeemed.current !== code) void begin(code)
  })

  return [redeeming, () => code !== null && void begin(code)]
}
