// GBK, as Excel writes CSV in China. Node decodes it but does not encode it: the table is the decoder's, turned round.

export function encodeGbk(text: string): Buffer {
  const table = gbkTable()
  return Buffer.concat(
    Array.from(text, (char) => {
      const bytes = table.get(char)
      if (!bytes) throw new Error(`${char} is not in GBK`)
      return bytes
    }),
  )
}

function gbkTable(): Map<string, Buffer> {
  const decoder = new TextDecoder('gb18030')
  const table = new Map<string, Buffer>()
  for (let byte = 0; byte < 0x80; byte++) table.set(String.fromCharCode(byte), Buffer.from([byte]))
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) {
      const bytes = Buffer.from([lead, trail])
      const char = decoder.decode(bytes)
      if (trail !== 0x7f && [...char].length === 1) table.set(char, bytes)
    }
  }
  return table
}
