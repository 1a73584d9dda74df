// The text of the numbers in a JSON object. JSON.parse turns `99.50` into 99.5, but an amount should be kept as it was
// written. Only the object's own fields are read; nested values are skipped.

/** A string, a number or a punctuation mark; `true`, `false`, `null` and white space are passed over. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:,]/gs

/** The text must be valid JSON: this is not a validator. If a name occurs twice, the last one counts. */
export function readNumberTexts(json: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  let depth = 0
  let name = ''
  let isName = false
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (depth !== 1) continue
    if (token === '{' || token === '[' || token === ',') isName = true
    else if (token === ':') isName = false
    else if (isName && token.startsWith('"')) {
      name = JSON.parse(token)
      texts.delete(name)
    } else if (!isName && /^[-\d]/.test(token)) texts.set(name, token)
  }
  return texts
}
