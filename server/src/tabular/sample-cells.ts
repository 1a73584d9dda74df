// A few cells of a CSV file with characters outside ASCII, as bytes: enough to show what an encoding makes of them. In none of the
// encodings is a delimiter or the end of a line part of another character.

const SEPARATORS = new Set(Buffer.from(',;\t\r\n"'))
const MAX_CELLS = 6
const MAX_CELL_BYTES = 60

export interface SampleCells {
  look(bytes: Buffer): void
  /** The cells, with a comma and a space between them. */
  finish(): Buffer
}

export function createSampleCells(): SampleCells {
  const cells = new Map<string, Buffer>()
  let current: number[] = []
  let hasOther = false

  function endCell(): void {
    if (hasOther && current.length <= MAX_CELL_BYTES) {
      const cell = Buffer.from(current)
      cells.set(cell.toString('latin1'), cell)
    }
    current = []
    hasOther = false
  }

  return {
    look(bytes) {
      for (const byte of bytes) {
        if (cells.size >= MAX_CELLS) return
        if (SEPARATORS.has(byte)) {
          endCell()
          continue
        }
        // Longer cells are not kept, so their bytes are not needed.
        if (current.length <= MAX_CELL_BYTES) current.push(byte)
        if (byte >= 0x80) hasOther = true
      }
    },
    finish() {
      if (cells.size < MAX_CELLS) endCell()
      const parts = [...cells.values()].flatMap((cell) => [Buffer.from(', '), cell])
      return Buffer.concat(parts.slice(1))
    },
  }
}
