import { useProject } from '../../hooks/use-project.ts'
import { OAuthButton } from './oauth-button.tsx'

/** One button for each provider of the project; nothing without any. */
export function OAuthButtonGroup({ type }: { type: 'sign-in' | 'sign-up' }) {
  const { oauthProviders } = useProject().config
  if (oauthProviders.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {oauthProviders.map(({ id }) => (
        <OAuthButton key={id} provider={id} type={type} />
      ))}
    </div>
  )
}
