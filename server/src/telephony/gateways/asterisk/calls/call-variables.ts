// The channel variables that tell the dialplan about a call. A name must not become a dialplan function, and a value must not
// become a line of another Asterisk interface.
import type { VariableRules } from '../../call-variables.ts'

export const ASTERISK_VARIABLES: VariableRules = {
  /** Keeps letters and digits of any script; everything else, in particular brackets, becomes an underscore. */
  nameOf: (text) =>
    text
      .toWellFormed()
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '_'),
  /** Asterisk rejects JSON with a lone surrogate. */
  valueOf: (text) => text.toWellFormed().replace(/\p{Cc}+/gu, ' '),
  /** Asterisk accepts bodies of up to 40 KiB; the rest of the request is small. */
  maxBytes: 36_000,
}
