// Compiling the schemas of all routes takes more than a second, at each start. So each is compiled when it is first used.
import createSerializerFactory, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

/** A function that is made at its first call. */
export function onFirstUse<Input, Output>(make: () => (input: Input) => Output): (input: Input) => Output {
  let made: ((input: Input) => Output) | undefined
  return (input) => {
    made ??= make()
    return made(input)
  }
}

/** Fastify's own serializers of answers. A schema without references is compiled without the named ones, which takes a fraction of the time. */
export const buildSerializer: SerializerFactory = (namedSchemas, options) => {
  const build = createSerializerFactory()
  return (route) => onFirstUse(() => build(hasReference(route.schema) ? namedSchemas : {}, options)(route))
}

function hasReference(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return '$ref' in schema || Object.values(schema).some(hasReference)
}
