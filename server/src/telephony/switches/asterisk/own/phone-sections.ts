// The sections of pjsip.conf for an own phone, all named by its username. It registers with its password, and can call nobody.
import type { OwnPhone } from '../../../own-phones/own-phone.ts'
import { freeText } from './sip-values.ts'

/** What Asterisk needs to know about an own phone. */
export type SipPhone = Pick<OwnPhone, 'username' | 'password' | 'isBrowser'>

export type Lines = Readonly<Record<string, string | number | undefined>>

export function section(name: string, type: string, lines: Lines): string {
  const written = Object.entries(lines).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} = ${value}`],
  )
  return [`[${name}]`, `type = ${type}`, ...written, ''].join('\n')
}

/** Behind Asterisk's HTTP server; the address is not used. */
export const SOCKET_TRANSPORT = section('transport-ws', 'transport', { protocol: 'ws', bind: '127.0.0.1' })

export function phoneSections({ username, password, isBrowser }: SipPhone, qualifySeconds: number): string {
  return [
    section(username, 'endpoint', {
      context: 'from-phone',
      identify_by: 'username',
      auth: username,
      aors: username,
      disallow: 'all',
      allow: 'ulaw,alaw',
      from_user: 'carillon',
      direct_media: 'no',
      rtp_symmetric: 'yes',
      force_rport: 'yes',
      rewrite_contact: 'yes',
      dtmf_mode: 'auto',
      // ICE and DTLS-SRTP, with a certificate of its own for each call.
      webrtc: isBrowser ? 'yes' : undefined,
    }),
    section(username, 'aor', {
      max_contacts: 1,
      remove_existing: 'yes',
      qualify_frequency: qualifySeconds,
      qualify_timeout: '3.0',
    }),
    section(username, 'auth', {
      auth_type: 'userpass',
      username,
      password: freeText('password', password ?? ''),
    }),
  ].join('\n')
}
