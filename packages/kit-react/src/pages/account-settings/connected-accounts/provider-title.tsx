import { ProviderMark } from '../../../components/oauth-button/provider-mark.tsx'
import { getProviderName } from '../../../components/oauth-button/provider-name.ts'

/** The mark and the name of a provider. */
export function ProviderTitle({ provider }: { provider: string }) {
  return (
    <span className="flex items-center gap-2">
      <ProviderMark provider={provider} />
      <span className="min-w-0 wrap-anywhere">{getProviderName(provider)}</span>
    </span>
  )
}
