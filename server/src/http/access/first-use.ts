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

/** Fastify's own serializers of answers. */
export const buildSerializer: SerializerFactory = (namedSchemas, options) => {
  const compile = createSerializerFactory()(namedSchemas, options)
  return (route) => onFirstUse(() => compile(route))
}
