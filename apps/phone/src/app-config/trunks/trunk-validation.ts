import type { FormErrors } from '@parley/ui'
import { isPhoneApiError } from '../../api/errors.ts'
import { useNumberChecks } from '../../dial/numbers/use-number-checks.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { type TrunkDraft, toTrunkInput } from './trunk-draft.ts'

/** A DNS name, an IPv4 address, or an IPv6 address in brackets. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)$/i
const sipTextPattern = /^[\x21-\x7e]+$/
const maxNumbers = 100

/** Validates a trunk. Errors are keyed by control name. */
export function useTrunkValidation() {
  const { t } = useLanguage()
  const checkNumbers = useNumberChecks()

  async function validate(draft: TrunkDraft): Promise<FormErrors> {
    const { name, host, port, username, outboundProxy, numbers } = toTrunkInput(draft)
    const checks = await checkNumbers(numbers ?? [])
    const invalid = (numbers ?? []).filter((value) => checks.get(value)?.number === null)

    return {
      name: name === '' ? t('trunk.name-missing') : null,
      host: host === '' ? t('trunk.host-missing') : isHost(host) ? null : t('trunk.host-wrong'),
      port: isPort(port) ? null : t('trunk.port-wrong'),
      username: username && !sipTextPattern.test(username) ? t('trunk.username-wrong') : null,
      proxy: outboundProxy && !isHost(outboundProxy) ? t('trunk.host-wrong') : null,
      numbers:
        invalid.length > 0
          ? t('trunk.numbers-wrong', { numbers: invalid.join(', ') })
          : (numbers ?? []).length > maxNumbers
            ? t('trunk.numbers-many', { max: maxNumbers })
            : null,
    }
  }

  /** Maps an API error to the control it concerns. Returns null when it concerns no single control. */
  function toFieldErrors(error: unknown, draft: TrunkDraft): FormErrors | null {
    if (isPhoneApiError(error, 'TRUNK_HOST_NOT_FOUND') || isPhoneApiError(error, 'TRUNK_HOST_NOT_ALLOWED')) {
      const control = error.details.host === draft.host.trim() ? 'host' : 'proxy'
      return { [control]: t(`error.${error.code}`) }
    }
    if (isPhoneApiError(error, 'TRUNK_ADDRESS_TAKEN')) return { host: t('error.TRUNK_ADDRESS_TAKEN') }
    if (isPhoneApiError(error, 'TRUNK_PASSWORD_REQUIRED'))
      return { password: t('error.TRUNK_PASSWORD_REQUIRED') }
    if (isPhoneApiError(error, 'TRUNK_NUMBER_TAKEN')) return { numbers: t('error.TRUNK_NUMBER_TAKEN') }
    if (isPhoneApiError(error, 'NUMBER_NOT_UNDERSTOOD')) {
      return { numbers: t('trunk.numbers-wrong', { numbers: error.details.typed }) }
    }
    return null
  }

  return { validate, toFieldErrors }
}

/**
 * Returns whether a value is a host name or an IP address without a port. Matches the validation of the
 * service.
 */
export function isHost(value: string): boolean {
  return hostPattern.test(value)
}

function isPort(port: number | undefined): boolean {
  return port !== undefined && Number.isInteger(port) && port >= 1 && port <= 65_535
}
