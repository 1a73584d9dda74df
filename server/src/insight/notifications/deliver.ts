// One message to everybody who shall have it: e-mail addresses, and chats that take `{ "text": … }`, as Slack and Teams do. One that does not take
// it does not hold up the others.
import type { Clock } from '../../platform/kernel/clock.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { toStorableText } from '../../platform/kernel/storable-text.ts'
import type { Sender } from '../webhooks/send-webhook.ts'
import type { MessageText } from './morning-report.ts'
import { chatName, type NotificationSettings } from './notification-settings.ts'
import type { SendMail } from './send-mail.ts'

export interface Delivered {
  /** An address, or the host of a chat. */
  to: string
  /** Null: it was taken. */
  error: string | null
}

export type Deliver = (
  message: MessageText,
  settings: Pick<NotificationSettings, 'addresses' | 'chatUrls'>,
) => Promise<Delivered[]>

interface DeliverDependencies {
  clock: Clock
  /** Undefined: the environment names no mail server. */
  sendMail: SendMail | undefined
  createSender(): Sender
}

const MAX_ERROR = 500

export function createDeliver({ clock, sendMail, createSender }: DeliverDependencies): Deliver {
  async function mail(to: string, message: MessageText): Promise<string | null> {
    if (!sendMail) return 'SMTP_URL is not set'
    try {
      await sendMail({ to, ...message })
      return null
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      return toStorableText(text).slice(0, MAX_ERROR)
    }
  }

  async function chat(sender: Sender, url: string, { subject, text }: MessageText): Promise<string | null> {
    const body = JSON.stringify({ text: `${subject}\n${text}` })
    const answer = await sender.send({ url, id: newId(), body, secrets: [], now: clock.now() })
    if (answer.isTaken) return null
    return answer.error ?? `answered with ${answer.httpStatus}`
  }

  return async (message, { addresses, chatUrls }) => {
    // A sender remembers its last address, so each chat has its own.
    const senders = chatUrls.map(() => createSender())
    try {
      return await Promise.all([
        ...addresses.map(async (to) => ({ to, error: await mail(to, message) })),
        ...chatUrls.map(async (url, index) => ({
          to: chatName(url),
          error: await chat(senders[index] as Sender, url, message),
        })),
      ])
    } finally {
      for (const sender of senders) sender.close()
    }
  }
}
