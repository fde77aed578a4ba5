import { useProject } from '../../hooks/use-project.ts'
import { MockData } from '../demo/mock-data.tsx'
import type { MockProject } from '../demo/mocks.ts'
import { OAuthButton } from './oauth-button.tsx'

interface OAuthButtonGroupProps {
  type: 'sign-in' | 'sign-up'
  /** Shows the buttons in demo mode. */
  mockProject?: MockProject<'oauthProviders'>
}

/** One button for each provider of the project; nothing without any. */
export function OAuthButtonGroup({ type, mockProject }: OAuthButtonGroupProps) {
  return (
    <MockData mockProject={mockProject}>
      <LoadedButtons type={type} />
    </MockData>
  )
}

function LoadedButtons({ type }: Pick<OAuthButtonGroupProps, 'type'>) {
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
