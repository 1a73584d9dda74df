// Text that a person does not see: as a name it is as good as none.

/** Controls, soft hyphens, joiners, fillers, marks of direction, variation selectors; white space has `\\s`. */
const INVISIBLE =
  '\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff9-\\ufffb'

/**
 * Matches text without any visible character that is more than white space. No character is in both classes, so it takes
 * linear time; and other languages can read it too.
 */
export const INVISIBLE_PATTERN = `^\\s*[${INVISIBLE}][\\s${INVISIBLE}]*$`
