// Why something could not be reached, in words: the codes of the operating system say it to programs only.
import type { Language } from '../../language/messages.ts'

type Words = Record<string, (place: string) => string>

const en: Words = {
  ECONNREFUSED: (place) => `${place || 'it'} refuses the connection`,
  ECONNRESET: (place) => `${place || 'it'} closed the connection`,
  EPIPE: (place) => `${place || 'it'} closed the connection`,
  ETIMEDOUT: (place) => `${place || 'it'} does not answer`,
  EHOSTUNREACH: (place) => `there is no way to ${place || 'it'} in the network`,
  ENETUNREACH: (place) => `there is no way to ${place || 'it'} in the network`,
  ENOTFOUND: (place) => `the name ${place || 'of the host'} is not known`,
  EAI_AGAIN: (place) => `the name ${place || 'of the host'} could not be looked up`,
}

const zh: Words = {
  ECONNREFUSED: (place) => `${place || '对方'}拒绝连接`,
  ECONNRESET: (place) => `${place || '对方'}断开了连接`,
  EPIPE: (place) => `${place || '对方'}断开了连接`,
  ETIMEDOUT: (place) => `${place || '对方'}没有响应`,
  EHOSTUNREACH: (place) => `网络中无法到达 ${place || '对方'}`,
  ENETUNREACH: (place) => `网络中无法到达 ${place || '对方'}`,
  ENOTFOUND: (place) => `找不到主机名 ${place}`,
  EAI_AGAIN: (place) => `无法解析主机名 ${place}`,
}

const words: Record<Language, Words> = { en, zh }

const CODE = new RegExp(
  String.raw`(?:\b(?:connect|read|write|getaddrinfo) )?\b(${Object.keys(en).join('|')})\b(?: ([^\s,;)]+))?`,
)

/** Replaces `connect ECONNREFUSED 10.0.0.5:8088` in a text; another text stays as it is. */
export function faultInWords(text: string, language: Language): string {
  return text.replace(CODE, (whole, code: string, place = '') => words[language][code]?.(place) ?? whole)
}
