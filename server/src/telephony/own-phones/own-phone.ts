// A phone that registers with the Asterisk of a node: a SIP app, or a browser. Only test calls reach it.

export interface OwnPhone {
  id: string
  name: string
  /** In SIP: digits. */
  username: string
  /** Null in a service that was restored from a backup without secrets. */
  password: string | null
  /** Whether it is in a browser, and there for one visit. */
  isBrowser: boolean
  expireTime: Date | null
  /** It can register: it has a password, and its time is not over. */
  isEnabled: boolean
}

/** The WebSocket of a phone in a browser. */
export interface PhoneSocket {
  /** Where Asterisk takes it. */
  url: string
  /** Is to be called when the browser has closed it. */
  closed(): void
}

/** What this node has for own phones. */
export interface PhoneSwitch {
  /** Starts what is needed. Resolves when the phone can register; rejects with a sentence for the operator. */
  ready(username: string): Promise<void>
  /** The usernames of the phones that are registered here. */
  registered(): Promise<ReadonlySet<string>>
  /**
   * For a phone in a browser that can register now. A phone has one WebSocket: `end` is called when it opens another one, or is no longer there.
   */
  openSocket(username: string, password: string, end: () => void): PhoneSocket | undefined
  /** Where SIP apps connect to; a host only if one is set. */
  sip: { host: string | undefined; port: number }
}
