// The page at /docs that shows the OpenAPI document and tries requests: Swagger UI. Its files are read when they are asked for.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyContextConfig } from 'fastify'
import { NotFound } from '../kernel/errors.ts'
import { packageFolder } from '../kernel/files/package-folder.ts'
import type { PageAccess } from './http-settings.ts'
import type { Api } from './schemas/route-schema.ts'

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<title>Carillon API</title>
<link rel="stylesheet" href="./static/swagger-ui.css">
<link rel="stylesheet" href="./static/page.css">
<link rel="icon" type="image/png" href="./static/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="./static/swagger-ui-bundle.js"></script>
<script src="./static/swagger-initializer.js"></script>
</body>
</html>
`

/** The token is not kept: the page forgets it when it is closed. */
const INITIALIZER = `SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
})
`

const written: Record<string, { type: string; text: string }> = {
  'swagger-initializer.js': { type: 'text/javascript; charset=utf-8', text: INITIALIZER },
  'page.css': {
    type: 'text/css; charset=utf-8',
    text: 'body { margin: 0 }\n.swagger-ui .topbar { display: none }\n',
  },
}

const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** A browser asks its user for the token, see `asksForToken`. */
export function addApiReference(app: Api, access: PageAccess): void {
  if (access === 'off') return
  const schema = { hide: true }
  const config: FastifyContextConfig =
    access === 'token' ? { needs: 'see', bound: 'none', asksForToken: true } : {}
  app.get('/openapi.json', { schema, config }, async () => app.swagger())
  app.get('/docs', { schema, config }, async (_, reply) => reply.redirect('./docs/'))
  app.get('/docs/', { schema, config }, async (_, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  app.get<{ Params: { file: string } }>(
    '/docs/static/:file',
    { schema, config },
    async ({ params: { file } }, reply) => {
      const own = written[file]
      if (own) return reply.type(own.type).send(own.text)
      const type = files[file]
      if (type === undefined) throw new NotFound('file', file)
      return reply.type(type).send(await readFile(join(findSwaggerUi(), file)))
    },
  )
}

/** An installed package has them beside the migrations. */
export function findSwaggerUi(): string {
  const packaged = join(packageFolder, 'swagger-ui')
  if (existsSync(packaged)) return packaged
  return join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
}
