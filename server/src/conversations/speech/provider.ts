// What makes speech of text. Each provider returns audio of any kind that audio/ can read.

export interface Sentence {
  text: string
  /** A BCP 47 tag such as en-US or zh-CN. */
  language?: string
  /** As the provider names it. */
  voice?: string
}

export interface SpeechProvider {
  /** A provider with another identity may say the same sentence in another way. */
  identity: string
  /** Rejects with SpeechFailed; its message says why. */
  synthesize(sentence: Sentence): Promise<Uint8Array>
  /** The names of its voices; undefined if it cannot tell. */
  voices(): Promise<string[] | undefined>
}
