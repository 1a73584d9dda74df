// Sends one e-mail, in plain text, by the mail server of the environment.
import { createTransport } from 'nodemailer'
import type { MailSettings } from './mail-settings.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

export type SendMail = (mail: Mail) => Promise<void>

/** Long enough for a server that delays who it does not know. */
const TIMEOUT_MS = 30_000

export function createMailer({ url, from, needsTls }: MailSettings): SendMail {
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
  // Options in the address come after these.
  const transport = createTransport({ url, ...timeouts, ...(needsTls && { requireTLS: true }) })
  return async (mail) => {
    await transport.sendMail({ ...mail, from })
  }
}
