import type { AnnouncementLanguage } from '@parley/call-engine'
import type { BodyInputOf } from '@parley/contract'
import { emails } from '@parley/contract/account'
import type { AccountServiceConnection } from '../request-context/index.ts'
import type { MailContent } from '../workspace-mail/index.ts'

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
export interface MissedCallMail {
  readonly userId: string
  readonly language: AnnouncementLanguage
  /** Null: UTC. */
  readonly timeZone: string | null
  readonly workspaceName: string
  /** The latest first. */
  readonly calls: readonly MissedCall[]
}

/** The summary of a call, with texts of its transcript and of a model. */
export type CallSummaryMail = Omit<
  BodyInputOf<typeof emails.composeCallSummaryEmail>,
  'user_id' | 'is_preview'
> & { readonly language: AnnouncementLanguage }

export interface AccountMailer {
  /**
   * Returns whether the account service has accepted the e-mail: not for a user without a verified address, after
   * many e-mails on one day, and when its project sends none.
   *
   * @throws {Error} when the account service does not respond.
   */
  sendMissedCalls(mail: MissedCallMail): Promise<boolean>
  /**
   * Returns the e-mail without sending it, or null when the account service does not compose it: not for a user without
   * a verified address, and after many e-mails on one day.
   *
   * @throws {Error} when the account service does not respond.
   */
  composeMissedCalls(mail: MissedCallMail): Promise<MailContent | null>
  /**
   * Returns the e-mail with the summary of a call, or null like `composeMissedCalls`. A preview is not counted, and shows
   * the e-mail to a user without a verified address too.
   *
   * @throws {Error} when the account service does not respond.
   */
  composeCallSummary(
    mail: CallSummaryMail,
    recipient: { readonly userId: string; readonly isPreview: boolean },
  ): Promise<MailContent | null>
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
  const request = (path: string, options: RequestInit = {}) =>
    fetch(`${url}/api/v1${path}`, {
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
  /** Returns the response, or null when the account service rejects the e-mail. */
  const post = async (path: string, language: string, body: object): Promise<Response | null> => {
    const response = await request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    })
    if (response.ok) return response
    const code = response.headers.get('x-stack-known-error')
    if (unacceptableStatuses.includes(response.status) || unacceptableCodes.includes(code ?? '')) return null
    throw new Error(`The account service returned status ${response.status} for an e-mail.`)
  }
  return {
    sendMissedCalls: async (mail) =>
      (await post(emails.sendMissedCallEmail.path, mail.language, toBody(mail))) !== null,
    async composeMissedCalls(mail) {
      const response = await post(emails.composeMissedCallEmail.path, mail.language, toBody(mail))
      return response && emails.composeMissedCallEmail.response.parse(await response.json())
    },
    async composeCallSummary({ language, ...mail }, { userId, isPreview }) {
      const body = { ...mail, user_id: userId, is_preview: isPreview }
      const response = await post(emails.composeCallSummaryEmail.path, language, body)
      if (!response) return null
      const { to, ...parts } = emails.composeCallSummaryEmail.response.parse(await response.json())
      return { ...parts, to: to ?? '' }
    },
    async isEnabled() {
      const response = await request(emails.getMissedCallEmails.path)
      if (!response.ok) throw new Error(`The account service returned status ${response.status}.`)
      return emails.getMissedCallEmails.response.parse(await response.json()).is_enabled
    },
  }
}

function toBody({ userId, timeZone, workspaceName, calls }: MissedCallMail): Body {
  return {
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
}
