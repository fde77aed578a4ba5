import type { AnnouncementLanguage } from '@parley/call-engine'
import type { BodyInputOf } from '@parley/contract'
import { emails } from '@parley/contract/account'
import type { AccountServiceConnection } from '../request-context/index.ts'

export interface MissedCall {
  readonly id: string
  /** Null when unknown. */
  readonly name: string | null
  /** In its international form; null when withheld. */
  readonly number: string | null
  readonly startedAt: number
  readonly hasVoicemail: boolean
}

/** Sends e-mails to users through the account service, which has their texts. */
export interface AccountMailer {
  /**
   * Returns whether the account service has accepted the e-mail: not for a user without a verified address, after
   * many e-mails on one day, and when its project sends none.
   *
   * @param mail.calls The latest first.
   * @throws {Error} when the account service does not respond.
   */
  sendMissedCalls(mail: {
    readonly userId: string
    readonly language: AnnouncementLanguage
    /** Null: UTC. */
    readonly timeZone: string | null
    readonly workspaceName: string
    readonly calls: readonly MissedCall[]
  }): Promise<boolean>
  /** Returns whether the project of the phone sends e-mails about missed calls. */
  isEnabled(): Promise<boolean>
}

export interface AccountMailService {
  readonly accountMailer: AccountMailer
}

type Body = BodyInputOf<typeof emails.sendMissedCallEmail>

const timeoutMs = 5_000
/** The e-mail stays unwanted if it is sent again. */
const unacceptableCodes = ['USER_ID_DOES_NOT_EXIST', 'EMAIL_NOT_VERIFIED']
const unacceptableStatuses = [403, 429]

export function createAccountMailer({
  url,
  projectId,
  secretServerKey,
}: AccountServiceConnection): AccountMailer {
  const request = (options: RequestInit = {}) =>
    fetch(`${url}/api/v1${emails.sendMissedCallEmail.path}`, {
      ...options,
      headers: {
        'x-stack-access-type': 'server',
        'x-stack-project-id': projectId,
        'x-stack-secret-server-key': secretServerKey,
        ...options.headers,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    async sendMissedCalls({ userId, language, timeZone, workspaceName, calls }) {
      const body: Body = {
        user_id: userId,
        time_zone: timeZone,
        workspace_name: workspaceName,
        calls: calls.slice(0, emails.maxListedCalls).map(({ id, name, number, startedAt, hasVoicemail }) => ({
          id,
          caller_name: name,
          caller_number: number,
          started_at_millis: startedAt,
          has_voicemail: hasVoicemail,
        })),
        further_calls: Math.max(0, calls.length - emails.maxListedCalls),
      }
      const response = await request({
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body: JSON.stringify(body),
      })
      if (response.ok) return true
      const code = response.headers.get('x-stack-known-error')
      if (unacceptableStatuses.includes(response.status) || unacceptableCodes.includes(code ?? ''))
        return false
      throw new Error(`The account service returned status ${response.status} for an e-mail.`)
    },
    async isEnabled() {
      const response = await request()
      if (!response.ok) throw new Error(`The account service returned status ${response.status}.`)
      return emails.getMissedCallEmails.response.parse(await response.json()).is_enabled
    },
  }
}
