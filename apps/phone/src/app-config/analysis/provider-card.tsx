import type { modelProviders } from '@parley/contract/phone'
import { Badge, Callout, Card, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ProviderForm } from './provider-form.tsx'
import { RemoveProvider } from './remove-provider.tsx'

interface ProviderCardProps {
  purpose: modelProviders.ProviderPurpose
}

/** The provider for a purpose: where the audio or the text goes, with which key and model. */
export function ProviderCard({ purpose }: ProviderCardProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const providers = useQuery(queries.modelProviders())
  const provider = providers.data?.[purpose] ?? null

  return (
    <Card
      id={purpose}
      title={t(`provider.${purpose}`)}
      aside={provider && <RemoveProvider purpose={purpose} />}
    >
      {providers.isPending && <Skeleton rows={4} label={t('common.loading')} />}
      {providers.isError && (
        <ErrorAlert error={providers.error} onTryAgain={() => void providers.refetch()} />
      )}
      {providers.isSuccess && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {provider ? (
            <Destination purpose={purpose} host={provider.host} />
          ) : (
            <Callout>{t(`provider.none-${purpose}`)}</Callout>
          )}
          <ProviderForm key={provider ? 'stored' : 'new'} purpose={purpose} provider={provider} />
        </div>
      )}
    </Card>
  )
}

function Destination({ purpose, host }: ProviderCardProps & { host: string }) {
  const { t } = useLanguage()
  return (
    <p className="min-w-0">
      <Badge icon={Server}>
        <span className="wrap-anywhere whitespace-normal">
          {t(`provider.destination-${purpose}`, { host })}
        </span>
      </Badge>
    </p>
  )
}
