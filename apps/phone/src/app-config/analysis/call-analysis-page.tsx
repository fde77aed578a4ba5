import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { PromptSection } from './prompt/prompt-section.tsx'
import { ProviderCard } from './provider-card.tsx'

/** The providers that transcribe and analyse the calls of the workspace, and the prompt that analyses them. */
export function CallAnalysisPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('provider.title')}>
      {me.isPhoneAdmin ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="grid max-w-180 grid-cols-[minmax(0,1fr)] gap-4">
            <ProviderCard purpose="transcription" />
            <ProviderCard purpose="analysis" />
          </div>
          <PromptSection />
        </div>
      ) : (
        <AdministratorsOnly />
      )}
    </ConfigPage>
  )
}
