// Text without visible characters, which is not accepted as a name.

/** Controls, soft hyphens, joiners, fillers, direction marks, variation selectors; white space is `\\s`. */
const INVISIBLE =
  '\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff9-\\ufffb'

/**
 * Matches text that is only white space and invisible characters. No character is in both classes, so matching takes
 * linear time. Uses only syntax that other languages support too.
 */
export const INVISIBLE_PATTERN = `^\\s*[${INVISIBLE}][\\s${INVISIBLE}]*$`

/** Matches text that has any invisible character beside white space. */
export const HIDDEN_CHARACTER = `[${INVISIBLE}]`
