// The OpenAPI document, made from the routes' own schemas, and the page that shows it and tries calls.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Api } from './route-schema.ts'

const description = `Outbound calling: data sources hold contacts, tasks dial them by rules.

Every JSON answer is an envelope of \`code\` (0 on success), \`message\` and \`data\`. An error has the same number as HTTP
status and as \`code\`, a \`message\` that names the field or id, and \`data\` null. Timestamps are \`YYYY-MM-DD HH:MM:SS\` in
the time zone of the service; durations are in seconds.`

export async function addOpenApi(app: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carillon',
        version: '0.1.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Tasks', description: 'What to dial, and by which rules.' },
        { name: 'Data sources', description: 'Named lists of contacts.' },
        { name: 'Contacts', description: 'Who is dialed.' },
        { name: 'Calls', description: 'What was dialed, and how it ended.' },
        { name: 'Events', description: 'What happens, as it happens.' },
        { name: 'Dialer', description: 'What all nodes together may do.' },
        { name: 'Access tokens', description: 'Who may call this API.' },
        { name: 'Service', description: 'Whether it is up.' },
      ],
      components: {
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token, from `carillon token create`.',
          },
        },
      },
      security: [{ accessToken: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema-${index}`),
    },
    transformObject: (document) => tidy((document as { openapiObject: object }).openapiObject) as never,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: {
      title: 'Carillon API',
      css: [{ filename: 'carillon.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    uiConfig: {
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      tryItOutEnabled: true,
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** Takes out what only our validation understands, and `title`s the plugin makes of names. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['x-trim', 'x-form', 'x-example', 'x-stream'].includes(key))
      .map(([key, each]) => [key, tidy(each)]),
  )
}
