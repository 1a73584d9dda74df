// The mail server by which alerts and reports are sent, and as whom.
import { isLoopback } from '../../platform/kernel/secrets/encryption.ts'
import { InvalidSetting, type Settings } from '../../platform/kernel/settings.ts'

export interface MailSettings {
  url: string
  from: string
  /** Nothing is sent before the connection is encrypted, unless the address says `requireTLS=false`. */
  needsTls: boolean
}

/** Undefined: no e-mail is sent. */
export function readMailSettings(settings: Settings): MailSettings | undefined {
  const url = settings.secret('SMTP_URL')
  const from = settings.text('MAIL_FROM')
  if (url === undefined) {
    if (from !== undefined)
      throw new InvalidSetting('MAIL_FROM is set, but SMTP_URL is not: it names the mail server')
    return undefined
  }
  if (from === undefined)
    throw new InvalidSetting(
      'MAIL_FROM is needed: the address that e-mails come from, such as calls@example.com',
    )
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^smtps?:$/.test(address.protocol) || address.hostname === '')
    throw new InvalidSetting(
      'SMTP_URL must be the address of a mail server, such as smtp://user:password@mail.example.com:587',
    )
  // Alone, or as in `Carillon <calls@example.com>`.
  const own = from.endsWith('>') ? from.slice(from.lastIndexOf('<') + 1, -1) : from
  if (!/^[^\s@]+@[^\s@]+$/.test(own))
    throw new InvalidSetting(`MAIL_FROM must be an e-mail address such as calls@example.com, not "${from}"`)
  return { url, from, needsTls: !isLoopback(address.hostname) }
}
