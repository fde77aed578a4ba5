import { phoneErrors } from '@parley/contract/phone/error-table'
import type { Language } from '../../i18n/language.tsx'
import type { TestedPart } from './use-self-test.ts'

/** The state of a part as it is shown. */
export type ShownState = TestedPart['state'] | 'missing'

export function getShownState({ isConfigured, state }: TestedPart): ShownState {
  return isConfigured ? state : 'missing'
}

export function getPartName({ part, name }: TestedPart, { t }: Language): string {
  if (part !== 'trunk') return t(`self-test.name-${part}`)
  return name === null ? t('self-test.name-no-trunk') : t('self-test.name-trunk', { name })
}

/** Describes the state of a part in a sentence, with what to do next if it does not work. */
export function describePart(part: TestedPart, language: Language): string {
  const { t } = language
  switch (getShownState(part)) {
    case 'missing':
      return t(`self-test.missing-${part.part}`)
    case 'not-tested':
      return t('self-test.not-tested')
    case 'running':
      return t(`self-test.running-${part.part}`)
    case 'passed':
      return describeResult(part, language)
    case 'failed':
      return describeProblem(part, language)
  }
}

function describeResult({ part, result }: TestedPart, { t }: Language): string {
  switch (part) {
    case 'trunk':
      return t('trunk.test-passed')
    case 'keypad': {
      const [sent = '', received = ''] = result?.split(' ') ?? []
      return t('self-test.passed-keypad', { sent: spaceOut(sent), received: spaceOut(received) })
    }
    case 'mail':
      return result === null
        ? t('self-test.passed-mail-deleted')
        : t('self-test.passed-mail', { address: result })
    case 'storage':
      return t('self-test.passed-storage')
    case 'transcription':
    case 'analysis':
      return result ? t(`provider.test-text-${part}`, { text: result }) : t(`provider.test-silent-${part}`)
  }
}

/** Digits are read out one by one. */
function spaceOut(digits: string): string {
  return [...digits].join(' ')
}

function describeProblem({ part, name, problem }: TestedPart, { t }: Language): string {
  switch (problem?.kind) {
    case 'trunk':
      return t(`trunk.outcome-${problem.outcome}`, { subject: problem.subject })
    case 'keypad':
      return t(`self-test.keypad-${problem.problem}`)
    case 'mail':
      return t(`mail-problem.${problem.problem}`)
    case 'storage':
      return t(`self-test.storage-${problem.problem}`)
    case 'provider': {
      const purpose = part === 'analysis' ? 'analysis' : 'transcription'
      const failed = t(`provider.test-failed-${purpose}`, { host: name ?? '' })
      return `${failed} ${t(`provider-problem.${problem.problem}`)}`
    }
    case 'refused':
      return isKnownCode(problem.code) ? t(`error.${problem.code}`) : t('self-test.problem-unknown')
    case 'test':
      return t(`self-test.problem-${problem.problem}`)
    case undefined:
      return t('self-test.problem-unknown')
  }
}

function isKnownCode(code: string): code is keyof typeof phoneErrors {
  return Object.hasOwn(phoneErrors, code)
}

interface Page {
  readonly to:
    | '/app-config'
    | '/app-config/email-config'
    | '/app-config/call-analyzer-prompt'
    | '/app-config/costs'
  readonly hash?: string
  readonly label:
    | 'self-test.open-trunks'
    | 'self-test.open-mail'
    | 'self-test.open-providers'
    | 'self-test.open-limits'
    | 'self-test.open-costs'
}

const pages: Readonly<Record<TestedPart['part'], Page | null>> = {
  trunk: { to: '/app-config', hash: 'trunks', label: 'self-test.open-trunks' },
  keypad: { to: '/app-config', hash: 'trunks', label: 'self-test.open-trunks' },
  mail: { to: '/app-config/email-config', label: 'self-test.open-mail' },
  // Set by the operator of the server.
  storage: null,
  transcription: { to: '/app-config/call-analyzer-prompt', label: 'self-test.open-providers' },
  analysis: { to: '/app-config/call-analyzer-prompt', label: 'self-test.open-providers' },
}

const dailyLimitCodes: readonly string[] = [
  'CALL_LIMIT_MINUTES_PER_DAY',
  'CALL_LIMIT_SPEND_PER_DAY',
  'NO_PRICE',
]

/** Returns the page on which a part is set up, or on which its problem can be solved; null without one. */
export function findPage({ part, problem }: TestedPart): Page | null {
  if (problem?.kind !== 'refused') return problem?.kind === 'test' ? null : pages[part]
  const { code } = problem
  if (dailyLimitCodes.includes(code)) return { to: '/app-config/costs', label: 'self-test.open-costs' }
  return isKnownCode(code) && phoneErrors[code].nextStep === 'open-limits'
    ? { to: '/app-config', hash: 'limits', label: 'self-test.open-limits' }
    : null
}
