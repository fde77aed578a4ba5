import type { Result } from '@parley/kit'
import { useEffect, useRef, useState } from 'react'

/** The state of redeeming a code. */
export type RedeemState<Data, Refusal> =
  | { readonly state: 'busy' }
  | { readonly state: 'done'; readonly data: Data }
  | { readonly state: 'refused'; readonly refusal: Refusal }
  | { readonly state: 'failed'; readonly error: unknown }

/**
 * Redeems a code once when the page is opened in a browser. Mail scanners that only fetch the link do not
 * consume it.
 *
 * @param code Null if the URL has no valid code.
 */
export function useRedeemCode<Data, Refusal>(
  code: string | null,
  redeem: (code: string) => Promise<Result<Data, Refusal>>,
): readonly [RedeemState<Data, Refusal>, tryAgain: () => void] {
  const [redeeming, setRedeeming] = useState<RedeemState<Data, Refusal>>({ state: 'busy' })
  const redeemed = useRef<string | null>(null)

  async function begin(present: string): Promise<void> {
    redeemed.current = present
    setRedeeming({ state: 'busy' })
    const outcome = await redeem(present).then(
      (result): RedeemState<Data, Refusal> =>
        result.status === 'ok'
          ? { state: 'done', data: result.data }
          : { state: 'refused', refusal: result.error },
      (error: unknown): RedeemState<Data, Refusal> => ({ state: 'failed', error }),
    )
    if (redeemed.current === present) setRedeeming(outcome)
  }

  useEffect(() => {
    // Effects run twice in development, but a code works only once.
    if (code !== null && redeemed.current !== code) void begin(code)
  })

  return [redeeming, () => code !== null && void begin(code)]
}
