// What a failed request over the network says about whether it was sent.

/** No connection could be made, so nothing was sent. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|UND_ERR_CONNECT_TIMEOUT|ERR_(TLS|SSL)_\w+|CERT_\w+|\w+_CERT(_\w+)?|UNABLE_TO_\w+)$/

export function wasNotSent(code: string | undefined): boolean {
  return code !== undefined && BEFORE_SENDING.test(code)
}

/** The code of an error or of its cause. */
export function codeOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code
  }
  return undefined
}
