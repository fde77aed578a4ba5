import type { MailTexts } from './mail-texts.ts'

export interface ListedCall {
  readonly id: string
  /** Name or number; null when withheld. */
  readonly caller: string | null
  readonly at: Date
  readonly hasMessage: boolean
}

interface MissedCallMail {
  readonly subject: string
  readonly html: string
}

const maxListedCalls = 20

/** Returns an e-mail about missed calls. The names in it are chosen by callers and users. */
export function composeMissedCallMail(
  calls: readonly ListedCall[],
  { texts, workspaceName, phoneUrl }: { texts: MailTexts; workspaceName: string; phoneUrl: string },
): MissedCallMail {
  const describe = ({ caller }: ListedCall) => caller ?? texts.withheld
  const [first] = calls
  const subject =
    first && calls.length === 1 ? texts.subjectOne(describe(first)) : texts.subjectMany(calls.length)
  const rows = calls.slice(0, maxListedCalls).map((call) => {
    const time = call.at.toISOString().slice(0, 16).replace('T', ' ')
    const link = `${phoneUrl}/calls/${call.id}`
    const message = call.hasMessage ? `: ${escapeHtml(texts.message)}` : ''
    return `<li><a href="${escapeHtml(link)}">${escapeHtml(describe(call))}</a>, ${time} UTC${message}</li>`
  })
  const further = calls.length - rows.length
  return {
    subject,
    html: [
      `<p>${escapeHtml(texts.sentence(workspaceName))}</p>`,
      `<ul>${rows.join('')}</ul>`,
      further > 0 ? `<p>${escapeHtml(texts.further(further))}</p>` : '',
      `<p><a href="${escapeHtml(`${phoneUrl}/settings`)}">${escapeHtml(texts.settings)}</a></p>`,
    ].join('\n'),
  }
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
