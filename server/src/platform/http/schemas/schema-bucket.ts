// The named schemas of a server. Fastify's own bucket copies each of them deeply, and all of them once more for each route, which is
// a third of what it takes to make a server. Ours are constants that nobody changes.

import type { FastifySchemaControllerOptions } from 'fastify/types/schema.js'

interface NamedSchema {
  $id: string
}

export const createSchemaBucket: NonNullable<FastifySchemaControllerOptions['bucket']> = (ofParent = {}) => {
  const schemas = { ...(ofParent as Record<string, NamedSchema>) }
  return {
    add(schema) {
      const { $id } = schema as NamedSchema
      if ($id in schemas) throw new Error(`there are two schemas with the name ${$id}`)
      schemas[$id] = schema as NamedSchema
      // Nothing reads what is returned.
      return undefined as never
    },
    getSchema: (name) => schemas[name],
    getSchemas: () => schemas,
  }
}
