import { setTimeout as wait } from 'node:timers/promises'
import { required } from '@parley/primitives'
import type { InboxMessage } from '@parley/server'

export interface InboxReader {
  /** Waits for the newest e-mail to a recipient, optionally with `subject` in its subject. */
  waitForMessage(address: string, subject?: string): Promise<InboxMessage>
  /** Waits for an e-mail with a link to `path` and returns the link. */
  waitForLink(address: string, path: string): Promise<string>
}

const timeoutMs = 20_000

export function createInboxReader(accountsUrl: string): InboxReader {
  const find = async (address: string, fits: (message: InboxMessage) => boolean): Promise<InboxMessage> => {
    const until = Date.now() + timeoutMs
    while (Date.now() < until) {
      const response = await fetch(`${accountsUrl}/inbox/messages?to=${encodeURIComponent(address)}`)
      const found = ((await response.json()) as InboxMessage[]).find(fits)
      if (found) return found
      await wait(50)
    }
    throw new Error(`No matching e-mail to ${address} arrived.`)
  }
  const linkIn = (message: InboxMessage, path: string) =>
    message.text.match(/https?:\/\/\S+/g)?.find((link) => new URL(link).pathname === path) ?? null

  return {
    waitForMessage: (address, subject = '') => find(address, (message) => message.subject.includes(subject)),
    async waitForLink(address, path) {
      const message = await find(address, (candidate) => linkIn(candidate, path) !== null)
      return required(linkIn(message, path), 'the link of the message')
    },
  }
}
