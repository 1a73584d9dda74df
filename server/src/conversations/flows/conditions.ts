// Conditions on the result of a call, such as `digits.confirm == "1" and verdict != "machine"`. `and` binds tighter than `or`.
import { type CallResult, resultValue } from './call-result.ts'

interface Comparison {
  path: string
  isEqual: boolean
  value: string
}

/** True if all comparisons of any of the groups are. */
export type Condition = Comparison[][]

/** A syntax error in a condition, for its author. */
export class InvalidCondition extends Error {
  override name = 'InvalidCondition'
}

const TOKEN = /\s*(?:(==|!=)|"((?:[^"\\]|\\.)*)"|([A-Za-z][\w.-]*))/y
const PATH = /^(?:(?:digits|result)\.[\w.-]+|verdict|transfer|agent|optOut|hungUp)$/
const LONGEST = 500

export function parseCondition(text: string): Condition {
  if (text.length > LONGEST) throw new InvalidCondition(`is longer than ${LONGEST} characters`)
  const tokens = readTokens(text)
  let at = 0
  const take = (kind: Token['kind'], what: string): string => {
    const token = tokens[at]
    if (token?.kind !== kind) throw new InvalidCondition(`needs ${what} ${placeOf(token)}`)
    at += 1
    return token.value
  }
  const groups: Condition = [[]]
  for (;;) {
    const path = take('word', 'a name such as digits.confirm, result.answer or verdict')
    if (!PATH.test(path))
      throw new InvalidCondition(
        `knows no "${path}": use digits.STEP, result.FIELD, verdict, transfer, agent, optOut or hungUp`,
      )
    const isEqual = take('operator', '== or !=') === '=='
    groups.at(-1)?.push({ path, isEqual, value: take('text', 'a text in quotation marks') })
    if (at === tokens.length) return groups
    const word = take('word', '"and" or "or"')
    if (word === 'or') groups.push([])
    else if (word !== 'and') throw new InvalidCondition(`needs "and" or "or" instead of "${word}"`)
  }
}

export function isTrue(condition: Condition, result: CallResult): boolean {
  return condition.some((group) =>
    group.every(({ path, isEqual, value }) => (resultValue(result, path) === value) === isEqual),
  )
}

interface Token {
  kind: 'operator' | 'text' | 'word'
  value: string
  at: number
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; text.slice(at).trim() !== ''; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (!found) throw new InvalidCondition(`cannot be read at "${text.slice(at).trim().slice(0, 20)}"`)
    const [, operator, quoted, word] = found
    if (operator !== undefined) tokens.push({ kind: 'operator', value: operator, at })
    else if (quoted !== undefined) tokens.push({ kind: 'text', value: quoted.replace(/\\(.)/g, '$1'), at })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word, at })
  }
  if (tokens.length === 0) throw new InvalidCondition('is empty')
  return tokens
}

function placeOf(token: Token | undefined): string {
  return token ? `instead of "${token.value}"` : 'at its end'
}
