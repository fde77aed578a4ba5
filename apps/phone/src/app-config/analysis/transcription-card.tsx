import { Badge, Callout, Card, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ProviderForm } from './provider-form.tsx'
import { RemoveProvider } from './remove-provider.tsx'

/** The provider of transcription: where the audio goes, with which key and model. */
export function TranscriptionCard() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const providers = useQuery(queries.modelProviders())
  const provider = providers.data?.transcription ?? null

  return (
    <Card id="transcription" title={t('provider.transcription')} aside={provider && <RemoveProvider />}>
      {providers.isPending && <Skeleton rows={4} label={t('common.loading')} />}
      {providers.isError && (
        <ErrorAlert error={providers.error} onTryAgain={() => void providers.refetch()} />
      )}
      {providers.isSuccess && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {provider ? <Destination host={provider.host} /> : <Callout>{t('provider.none')}</Callout>}
          <ProviderForm key={provider ? 'stored' : 'new'} provider={provider} />
        </div>
      )}
    </Card>
  )
}

function Destination({ host }: { host: string }) {
  const { t } = useLanguage()
  return (
    <p className="min-w-0">
      <Badge icon={Server}>
        <span className="wrap-anywhere whitespace-normal">{t('provider.destination', { host })}</span>
      </Badge>
    </p>
  )
}
