// PostgreSQL's COPY writes LF line ends; RFC 4180 and Excel expect CRLF.

const QUOTED_OR_LINE_END = /"[^"]*"|\n/g

/** Whole lines of CSV with CRLF instead of LF; line breaks inside quotes stay unchanged. */
export function withCrlf(lines: Buffer): Buffer {
  const text = lines.toString('latin1')
  const ended = text.includes('"')
    ? text.replace(QUOTED_OR_LINE_END, (found) => (found === '\n' ? '\r\n' : found))
    : text.replaceAll('\n', '\r\n')
  return Buffer.from(ended, 'latin1')
}
