// What changed in a text, word by word.

export interface Part {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** The longest common sequence of words stays. Of words in the same place, the removed ones come first. */
export function diffWords(before: string, after: string): Part[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)]
  const isSame = (i: number, j: number) => old[i]?.trimEnd() === fresh[j]?.trimEnd()
  // Row i, column j: how many words the rests from i and from j have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1))
  const commonAt = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = common[i] as Uint16Array
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      row[j] = isSame(i, j) ? commonAt(i + 1, j + 1) + 1 : Math.max(commonAt(i + 1, j), commonAt(i, j + 1))
  }
  const parts: Part[] = []
  for (let i = 0, j = 0; i < old.length || j < fresh.length; ) {
    if (i < old.length && j < fresh.length && isSame(i, j)) {
      add(parts, 'same', fresh[j])
      i += 1
      j += 1
    } else if (i < old.length && commonAt(i + 1, j) >= commonAt(i, j + 1)) {
      add(parts, 'removed', old[i])
      i += 1
    } else {
      add(parts, 'added', fresh[j])
      j += 1
    }
  }
  return parts
}

/** Words with the space after them. A placeholder is one word; Chinese has words without spaces between them. */
function wordsOf(text: string): string[] {
  const pieces = text.split(/(\{\{[^{}]*\}\})/).flatMap((piece) => {
    if (piece.startsWith('{{')) return [piece]
    return [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(piece)].map(({ segment }) => segment)
  })
  const words: string[] = []
  for (const piece of pieces) {
    if (piece.trim() === '' && words.length > 0) words.push(`${words.pop()}${piece}`)
    else words.push(piece)
  }
  return words
}

function add(parts: Part[], kind: Part['kind'], text = ''): void {
  const last = parts.at(-1)
  if (last?.kind === kind) last.text += text
  else parts.push({ kind, text })
}
