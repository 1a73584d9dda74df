// The parts of the OpenAPI document that tests look at.

import { describeApi } from '../../src/app/app.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  maxItems?: number
  oneOf?: Schema[]
  anyOf?: Schema[]
  enum?: unknown[]
  minimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  description?: string
  examples?: unknown[]
}

export interface Media {
  schema?: Schema
  example?: unknown
}

interface Response {
  $ref?: string
  description?: string
  content?: Record<string, Media>
}

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    securitySchemes: Record<string, unknown>
  }
}

export interface ListedOperation {
  id: string
  method: 'GET' | 'POST'
  path: string
  operation: Operation
}

/** As a client gets it: without anything that JSON cannot say. */
export async function readRawDocument(): Promise<OpenApiDocument> {
  return JSON.parse(JSON.stringify(await describeApi()))
}

/** The same, with the answers that operations share in place of their names. */
export async function readDocument(): Promise<OpenApiDocument> {
  const document = await readRawDocument()
  for (const { operation } of operationsOf(document))
    for (const [status, { $ref }] of Object.entries(operation.responses)) {
      const shared = document.components.responses[$ref?.split('/').at(-1) ?? '']
      if (shared) operation.responses[status] = shared
    }
  return document
}

export function operationsOf(document: OpenApiDocument): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId ?? `${method} ${path}`,
      method: method.toUpperCase() as 'GET' | 'POST',
      path,
      operation,
    })),
  )
}

/** The schema itself, where it only names another one. */
export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

/** Where something is in the document, for Ajv, which knows it by the name `document`. */
export function pointer(...parts: string[]): string {
  const escaped = parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
  return `document#/${escaped.join('/')}`
}

/** Whether an operation takes an access token. */
export function needsToken({ security }: { security?: Record<string, string[]>[] }): boolean {
  return security === undefined || security.some((scheme) => 'accessToken' in scheme)
}
