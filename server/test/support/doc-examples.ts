// Examples in a page of the docs, which tests run. An example is a block `http` (method and path, an empty line, the JSON body)
// and the block `json` that follows it: what `data` of the answer must have, as a subset. `{{name}}` in a block is a value of an
// earlier answer: the first time it is the value of a field in a block `json`, it takes the value of the answer.

import type { TestApp } from './test-app.ts'

export interface DocExample {
  method: 'GET' | 'POST'
  path: string
  body: string | undefined
  /** The JSON text of the block `json`. */
  expected: string
}

export interface DocSection {
  title: string
  examples: DocExample[]
}

const BLOCK = /^```(http|json)\n([\s\S]*?)^```$/gm

export function readSections(page: string): DocSection[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ title: text.slice(0, text.indexOf('\n')), examples: readExamples(text) }))
}

function readExamples(text: string): DocExample[] {
  const blocks = [...text.matchAll(BLOCK)].map(([, kind, content = '']) => ({ kind, content }))
  const examples: DocExample[] = []
  for (let index = 0; index < blocks.length; index += 2) {
    const [request, answer] = blocks.slice(index, index + 2)
    if (request?.kind !== 'http' || answer?.kind !== 'json')
      throw new Error(`a block http must be followed by a block json: ${request?.content}`)
    const [, method, path = '', body] = /^(GET|POST) (\S+)\n(?:\n([\s\S]+))?$/.exec(request.content) ?? []
    if (method !== 'GET' && method !== 'POST')
      throw new Error(`a block http begins with a method and a path: ${request.content}`)
    examples.push({ method, path, body, expected: answer.content })
  }
  return examples
}

/** Sends the request of an example. The data of its answer, and what it must contain; new names are added to `values`. */
export async function runExample(
  app: TestApp,
  example: DocExample,
  values: Map<string, unknown>,
): Promise<{ data: unknown; expected: unknown }> {
  const { method, body } = example
  const url = example.path.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    encodeURIComponent(String(knownValue(name, values))),
  )
  const payload = body === undefined ? undefined : withValues(JSON.parse(body), values)
  const answer = await app.send({ method, url, ...(payload !== undefined && { payload: payload as object }) })
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.body.message}`)
  const { data } = answer.body
  const written: unknown = JSON.parse(example.expected)
  capture(written, data, values)
  return { data, expected: withValues(written, values) }
}

function knownValue(name: string, values: Map<string, unknown>): unknown {
  if (!values.has(name)) throw new Error(`no earlier answer of this section has {{${name}}}`)
  return values.get(name)
}

function capture(written: unknown, data: unknown, values: Map<string, unknown>): void {
  const name = nameIn(written)
  if (name !== undefined && data !== undefined && !values.has(name)) values.set(name, data)
  if (typeof written !== 'object' || written === null) return
  for (const [key, value] of Object.entries(written))
    capture(value, (data as Record<string, unknown> | null | undefined)?.[key], values)
}

function withValues(written: unknown, values: Map<string, unknown>): unknown {
  const name = nameIn(written)
  if (name !== undefined) return knownValue(name, values)
  if (Array.isArray(written)) return written.map((each) => withValues(each, values))
  if (typeof written !== 'object' || written === null) return written
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, withValues(value, values)]))
}

function nameIn(written: unknown): string | undefined {
  return typeof written === 'string' ? /^\{\{(\w+)\}\}$/.exec(written)?.[1] : undefined
}
