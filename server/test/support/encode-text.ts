// Text in encodings of East Asia. Node decodes them but does not encode: the table is the decoder's, turned round.

const tables = new Map<string, Map<string, Buffer>>()

export function encodeText(text: string, encoding: string): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  return Buffer.concat(
    Array.from(text, (char) => {
      const bytes = table.get(char)
      if (!bytes) throw new Error(`${char} is not in ${encoding}`)
      return bytes
    }),
  )
}

function tableOf(encoding: string): Map<string, Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, Buffer>()
  const add = (bytes: Buffer) => {
    try {
      const char = decoder.decode(bytes)
      if ([...char].length === 1 && !table.has(char)) table.set(char, bytes)
    } catch {
      // Not a character.
    }
  }
  for (let byte = 0; byte < 0x100; byte++) add(Buffer.from([byte]))
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) add(Buffer.from([lead, trail]))
  return table
}
