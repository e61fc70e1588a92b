/** What carries a message out of the house: SMTP for mail, a gateway of the company for short messages. */

import type { Settings } from '#platform/server/area.ts'

export interface Message {
  /** the same for every try: whoever receives a mail twice takes it for one */
  readonly id?: string
  readonly receiver: string
  readonly subject: string
  readonly body: string
}
/** Throws where the message could not be handed over; it is tried again. */
export type Send = (message: Message) => Promise<void>
/** mail and short messages; null: nothing is configured for it */
export interface Senders {
  readonly mail: Send | null
  readonly sms: Send | null
}

const waitMsMax = 20_000

export const sendersOf = ({ smtpUrl, smsUrl }: Pick<Settings, 'smtpUrl' | 'smsUrl'>): Senders => ({
  mail: smtpUrl == null ? null : smtpSender(smtpUrl),
  sms: smsUrl == null ? null : gatewaySender(smsUrl),
})

/**
 * `smtp://user:password@host:587?from=noreply@example.com`; without `from` the user, where he is a mail address, else noreply at the host.
 */
function smtpSender(address: string): Send {
  const url = new URL(address)
  const user = decodeURIComponent(url.username)
  const from = url.searchParams.get('from') ?? (user.includes('@') ? user : `noreply@${url.hostname}`)
  url.searchParams.delete('from')
  return async ({ id, receiver, subject, body }) => {
    const messageId = id === undefined ? {} : { messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>` }
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url: url.href, connectionTimeout: waitMsMax, greetingTimeout: waitMsMax, socketTimeout: waitMsMax })
    try {
      await transport.sendMail({ from, to: { name: '', address: receiver }, subject, text: body, ...messageId })
    } finally {
      transport.close()
    }
  }
}

/** A gateway that takes `POST { to, text }` as JSON; any answer but a 2xx is a failure. */
function gatewaySender(address: string): Send {
  return async ({ receiver, body }) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: receiver, text: body }),
      signal: AbortSignal.timeout(waitMsMax),
    })
    if (!answer.ok) throw new Error(`the short message gateway answered ${answer.status}`)
  }
}
